import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test } from 'vitest'

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
  expect(summary).toMatchObject({ source: 'glimmer', rows: 2, created_apps: ['Hop'] })
  expect(summary).toMatchObject({ unknown_countries: {}, unknown_formats: {} })
  expect(await storedFigures(join(project, 'data/figures.duckdb'))).toEqual(
    figures!.trim().split('\n').slice(1),
  )
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
      chr(65 + country // 26) || chr(65 + country % 26), impressions, clicks, revenue_micros / 1e6
    FROM figures
    JOIN account_labels AS networks ON networks.kind = 'network' AND networks.code = network
    JOIN account_labels AS formats ON formats.kind = 'format' AND formats.code = format
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
