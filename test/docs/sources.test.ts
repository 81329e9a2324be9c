import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test } from 'vitest'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

test('the worked example adds a network with one file of less than 30 lines', async () => {
  const page = await readFile(join(root, 'docs/sources.md'), 'utf8')
  const [report, figures] = blocks(page, 'csv')
  const [source] = blocks(page, 'ts')
  expect(source!.trim().split('\n').length).toBeLessThan(30)

  const project = await copyOfProject()
  await writeFile(join(project, 'src/sources/networks/glimmer.ts'), source!)
  await writeFile(join(project, 'glimmer.csv'), report!)
  await adtally(project, 'accounts', 'create', 'studio')
  const imported = ['import', 'stats', '--create-apps', 'studio', 'glimmer.csv', '--json']
  const summary = JSON.parse(await adtally(project, ...imported))
  expect(summary).toMatchObject({ source: 'glimmer', rows: 3, created_apps: ['Hop'] })
  expect(summary).toMatchObject({ unknown_countries: {}, unknown_formats: {} })
  expect(await storedFigures(join(project, 'data/figures.duckdb'))).toEqual(
    figures!.trim().split('\n').slice(1),
  )
})

test('the worked example connects the network with one more file', async () => {
  const page = await readFile(join(root, 'docs/sources.md'), 'utf8')
  const [source, connector] = blocks(page, 'ts')
  const [report] = blocks(page, 'csv')
  const rows = report!.split('\n').filter((line) => !line.startsWith('Total'))
  const server = createServer(({ url, headers }, response) => {
    const { pathname, searchParams } = new URL(url!, 'http://loopback')
    const isAsked = pathname === '/api.glimmer.example/report'
    const isKnown = headers.authorization === 'Bearer glimmer-key'
    if (!isAsked || !isKnown) return response.writeHead(isAsked ? 401 : 404).end()
    return response.end(rows.join('\n').replaceAll('2026-03-01', searchParams.get('day')!))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())

  const project = await copyOfProject()
  await writeFile(join(project, 'src/sources/networks/glimmer.ts'), source!)
  await writeFile(join(project, 'src/sources/networks/glimmer.connector.ts'), connector!)
  await writeFile(join(project, 'glimmer.env'), 'apiKey=glimmer-key')
  await adtally(project, 'accounts', 'create', 'studio')
  const { port } = server.address() as AddressInfo
  const env = { ...process.env, ADTALLY_NETWORKS_AT: `http://127.0.0.1:${port}` }
  const since = formatDay(addDays(dayOf(Date.now()), -3))
  const about = ['connections', 'add', 'glimmer', 'studio', '--from-file', 'glimmer.env']
  const arguments_ = ['src/main.ts', ...about, '--start-date', since, '--json']
  const { stdout } = await run(process.execPath, arguments_, { cwd: project, env })
  const added = JSON.parse(stdout)
  expect(added).toMatchObject({ connector: 'glimmer', network: 'Glimmer Ads', first_day: since })
  expect(added.pulled_days[0]).toMatchObject({
    day: since,
    state: 'done',
    rows: 3,
    impressions: '1520',
    revenue: '1205.65',
  })
})

/** A copy of Adtally's source in its own folder, like a fresh clone. */
async function copyOfProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'adtally-docs-'))
  onTestFinished(() => rm(project, { recursive: true, force: true }))
  await cp(join(root, 'src'), join(project, 'src'), { recursive: true })
  await cp(join(root, 'package.json'), join(project, 'package.json'))
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  return project
}

async function adtally(project: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/main.ts', ...args], { cwd: project })
  return stdout
}

/** Rows in the page's notation; the only app is shown by the network's id. */
async function storedFigures(path: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(
    `SELECT CAST(day AS VARCHAR), '77', networks.name, formats.name,
      chr(65 + country // 26) || chr(65 + country % 26), ad_tags.name, impressions, clicks, revenue_micros / 1e6
    FROM figures
    JOIN account_labels AS networks ON networks.kind = 'network' AND networks.code = network
    JOIN account_labels AS formats ON formats.kind = 'format' AND formats.code = format
    JOIN account_labels AS ad_tags ON ad_tags.kind = 'ad_tag' AND ad_tags.code = ad_tag
    ORDER BY ALL`,
  )
  connection.closeSync()
  instance.closeSync()
  return reader.getRows().map((row) => row.join(','))
}

/** The fenced code blocks of a language. */
function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(
    ([, text]) => text!,
  )
}
