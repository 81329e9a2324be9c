import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type RunOptions, stdoutOf } from '../cli/run-adtally.ts'
import { serveProcess, spawnAdtally } from '../cli/spawn-adtally.ts'
import { appsCsv, statsCsv } from '../cli/studio.ts'
import { inmobiReport } from '../import/network-reports.ts'
import { runIn } from './provide-installed.ts'

/** Pages, and where their scripts are. */
const assetsOf = { '/dashboard': '/dashboard/assets/', '/docs': '/docs/assets/' }

const { home, script, tarball } = inject('installed')
const options: RunOptions = { cwd: home, script }

const adtally = async (...args: readonly string[]) => stdoutOf(await spawnAdtally(args, options))

test('npx finds the installed command', async () => {
  expect(await runIn(home, 'npx', '--no-install', 'adtally', '--version')).toBe(
    `${manifest.version}\n`,
  )
})

test('npx of the tarball prints commands that run the tarball again, in the folder with it and elsewhere', async () => {
  const beside = await mkdtemp(join(tmpdir(), 'adtally-npx-'))
  try {
    const printed = async (cwd: string, file: string) => {
      const help = await runIn(cwd, 'npx', '--yes', '--prefer-offline', file, 'config', '--help')
      return /(?<=\$ ).*(?= config)/.exec(help)?.[0]
    }
    expect(await printed(dirname(tarball), `./${basename(tarball)}`)).toBe(
      `npx ./${basename(tarball)}`,
    )
    expect(await printed(beside, `file:${tarball}`)).toBe(`npx file:${tarball}`)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
})

test('the package brings no Node of its own, no sources and nothing for development', async () => {
  const installed = join(home, 'node_modules')
  expect(await readdir(installed)).not.toContain('node')
  const published = JSON.parse(await readFile(join(installed, 'adtally/package.json'), 'utf8'))
  expect(published).toMatchObject({ version: manifest.version, engines: { node: '>=24.7.0' } })
  for (const left of ['private', 'scripts', 'devDependencies', 'allowScripts']) {
    expect(published).not.toHaveProperty(left)
  }
  const files = await readdir(join(installed, 'adtally'), { recursive: true })
  expect(files.filter((name) => /(?<!\.d)\.tsx?$|\.test\./.test(name))).toEqual([])
})

test('it reads its settings from a file, and brings files to run it as a service', async () => {
  const path = join(home, 'adtally.toml')
  await writeFile(path, 'max-answers = 32\n')
  expect(await adtally('config')).toMatch(/^max-answers +32 +\S+adtally\.toml:1$/m)
  await rm(path)
  expect(await adtally('completion', 'bash')).toContain('complete -o default -F _adtally adtally')
  const brought = await readdir(join(home, 'node_modules/adtally/deploy'))
  expect(brought).toEqual(expect.arrayContaining(['adtally.service', 'adtally.toml', 'nginx.conf']))
})

test('the installed command creates an account, imports, and serves figures and the dashboard', async () => {
  await writeFile(join(home, 'apps.csv'), appsCsv)
  await writeFile(join(home, 'stats.csv'), statsCsv)
  await writeFile(join(home, 'inmobi.csv'), inmobiReport([{}]))
  const { key } = JSON.parse(await adtally('accounts', 'create', 'studio', '--json'))
  await adtally('import', 'apps', 'apps.csv')
  expect(await adtally('import', 'stats', 'stats.csv')).toContain('1,400 impressions, 13 USD.\n')

  await adtally('import', 'stats', '--create-apps', 'studio', 'inmobi.csv')
  const refused = await spawnAdtally(['connections', 'add', 'no-network', 'studio'], options)
  expect(refused.stderr).toContain(', applovin-max, ')

  const server = await serveProcess([], options)
  const get = async (path: string) => {
    const answer = await fetch(new URL(path, server.baseUrl))
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    return { type: answer.headers.get('content-type'), text: await answer.text() }
  }
  for (const [page, assets] of Object.entries(assetsOf)) {
    const source = /<script[^>]* src="([^"]+\.js)"/.exec((await get(page)).text)?.[1]
    expect(source).toMatch(RegExp(`^${assets}`))
    const script = await get(source!)
    expect(script.type).toMatch(/^application\/javascript/)
    expect(script.text.length).toBeGreaterThan(10_000)
  }
  const query = `developer=studio&key=${key}&start_date=2026-03-01&end_date=2026-03-02`
  const stats = await get(`/api/v2/publisher/applications/stats?${query}&group_by=network`)
  expect(JSON.parse(stats.text).data).toEqual([
    { ad_network: 'ownnet', impressions: 1000, revenue_in_cents: 1250, ecpm_cents: 1250 },
    { ad_network: 'admob', impressions: 400, revenue_in_cents: 50, ecpm_cents: 125 },
    { ad_network: 'inmobi', impressions: 10, revenue_in_cents: 1, ecpm_cents: 100 },
  ])
  const openapi = await get('/openapi.json')
  expect(JSON.parse(openapi.text).info.version).toBe(manifest.version)

  expect(await server.stop()).toBe(0)
  expect(server.stderr()).toBe('')
})
