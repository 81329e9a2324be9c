import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readFigures } from './read-figures.ts'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  failureLines,
  type RunOptions,
  stdoutOf,
} from './run-adtally.ts'
import { serveProcess, spawnAdtally } from './spawn-adtally.ts'
import {
  badCsv,
  newFolder,
  newStudio,
  operatorOf,
  shareServer,
  shareStudio,
  statsCsv,
  studioKey,
} from './studio.ts'

const header = statsCsv.split('\n')[0]

describe('while a server runs', () => {
  const shared = shareStudio()
  const server = shareServer(shared)

  const impressions = async (app: string) => {
    const url = `${server().baseUrl}/api/v2/publisher/applications/stats?developer=studio&key=${studioKey}&start_date=2026-01-01&end_date=2026-12-31`
    const { data } = (await (await fetch(url)).json()) as { data: AllAppsItem[] }
    return data.find((item) => item.app_id === app)?.data.impressions
  }

  test('accounts are created, listed, given new keys and disabled through it', async () => {
    const { options } = shared()
    const signIn = async (key: string) =>
      (
        await fetch(
          `${server().baseUrl}/api/v2/publisher/applications?developer=other&key=${key.trim()}`,
        )
      ).status
    const first = await adtallyWorks(['accounts', 'create', 'other', '--currency', 'EUR'], options)
    expect(await signIn(first)).toBe(200)
    const second = await adtallyWorks(['accounts', 'rotate-key', 'other'], options)
    expect([await signIn(first), await signIn(second)]).toEqual([401, 200])
    await adtallyWorks(['accounts', 'disable', 'other'], options)
    expect(await signIn(second)).toBe(401)
    expect(await adtallyJson(['accounts', 'list'], options)).toMatchObject([
      { username: 'other', currency: 'EUR', disabled_at: expect.any(String) },
      { username: 'studio', currency: 'USD', disabled_at: null },
    ])
    const taken = await adtally(['accounts', 'create', 'studio'], options)
    expect(expectOneClearLine(taken)).toContain('"studio" is taken')
  })

  test('apps are imported through it, from a file and from standard input', async () => {
    const { options } = shared()
    expect(await adtallyJson(['import', 'apps', 'apps.csv'], options)).toEqual({
      files: ['apps.csv'],
      added: 0,
      updated: 2,
    })
    const input = 'app_id,publisher,app_name,platform\npiped,studio,Piped,ios\n'
    const piped = await adtallyJson(['import', 'apps', '-'], { ...options, input })
    expect(piped).toMatchObject({ added: 1 })
    expect(await impressions('piped')).toBe(0)
  })

  test('stats are imported through it from several files, including gzipped and large ones', async () => {
    const { options, folder } = shared()
    const rows = Array.from({ length: 40_000 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 0, 1 + (index % 200))).toISOString().slice(0, 10)
      return `${day},zap,large_${index % 10},format_${Math.floor(index / 200)},US,1,0.5`
    })
    await writeFile(join(folder, 'large.csv'), `${header}\n${rows.join('\n')}\n`)
    await writeFile(
      join(folder, 'small.csv.gz'),
      gzipSync(`${header}\n2026-03-01,zap,small,video,US,7,1\n`),
    )
    const summary = await adtallyJson(['import', 'stats', 'large.csv', 'small.csv.gz'], options)
    expect(summary).toMatchObject({ files: ['large.csv', 'small.csv.gz'], rows: 40_001 })
    expect(await impressions('zap')).toBe(40_007)
  })

  test('stats are imported through it from standard input', async () => {
    const input = `${header}\n2026-03-02,brick,admob,banner,DE,400,0.5\n`
    const summary = await adtallyJson(['import', 'stats', '-'], { ...shared().options, input })
    expect(summary).toMatchObject({ files: ['standard input'], rows: 1 })
    expect(await impressions('brick')).toBe(400)
  })

  test("a network's report is imported through it, linking or creating its apps", async () => {
    const { options } = shared()
    const input =
      'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)\n' +
      '11,Zap,Banner,US,ios,2026-03-01,10,1,0.1\n12,New,Banner,US,ios,2026-03-01,20,1,0.1\n'
    await adtallyWorks(['apps', 'link', 'digitalturbine', '11', 'piped'], options)
    const args = ['import', 'stats', '-', '--source', 'digital-turbine']
    const refused = await adtally(args, { ...options, input })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/digitalturbine 12 APP_ID {3}# New, ios/)
    const summary = await adtallyJson([...args, '--create-apps', 'studio'], { ...options, input })
    expect(summary).toMatchObject({ created_apps: ['New'], impressions: '30' })
    const unknown = await adtally(['apps', 'link', 'digitalturbine', '13', 'nothing'], options)
    expect(expectOneClearLine(unknown)).toContain('"nothing"')
  })

  test('a slice with a bad row is skipped through it', async () => {
    const { options } = shared()
    const input = `${header}\n2026-04-01,zap,ownnet,video,US,1,1\n2026-04-02,zap,ownnet,video,US,x,1\n`
    const args = ['import', 'stats', '-', '--skip-bad-rows']
    const summary = await adtallyJson(args, { ...options, input })
    expect(summary).toMatchObject({ rows: 1, skipped_rows: 1 })
    expect(await readFile(summary.reject_file, 'utf8')).toContain('standard input,3,2026-04-02')
  })

  test('two commands at once both succeed', async () => {
    const { options } = shared()
    const both = [1, 2].map((count) => {
      const input = `${header}\n2026-05-01,brick,both_${count},banner,DE,${count},0.5\n`
      return adtallyJson(['import', 'stats', '-'], { ...options, input })
    })
    expect(await Promise.all(both)).toMatchObject([{ rows: 1 }, { rows: 1 }])
  })

  test('its operator interface refuses a wrong token and reveals nothing else', async () => {
    const { url, token } = await operatorOf(shared().directory)
    const post = (authorization?: string) =>
      fetch(`${url}/use-cases/list-accounts`, {
        method: 'POST',
        headers: authorization ? { authorization } : {},
        body: new FormData(),
      })
    for (const wrong of [undefined, 'Bearer ', 'Bearer x', `Bearer ${token}x`, token]) {
      const answer = await post(wrong)
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toContain('studio')
    }
    expect((await fetch(`${url}/use-cases`)).status).toBe(401)
    expect((await fetch(`${url}/api/v2/publisher/applications`)).status).not.toBe(200)
    const right = { headers: { authorization: `Bearer ${token}` } }
    expect((await fetch(`${url}/use-cases`, right)).status).toBe(200)
  })

  test('its operator interface is only on loopback, not on the public port', async () => {
    const { url, token } = await operatorOf(shared().directory)
    const { hostname, port } = new URL(url)
    expect(hostname).toBe('127.0.0.1')
    expect(port).not.toBe(new URL(server().baseUrl).port)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/use-cases', '/use-cases/list-accounts']) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${server().baseUrl}${path}`, { method, headers })
        expect(answer.status).toBe(404)
      }
    }
    const addresses = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of addresses) expect(await accepts(address, Number(port))).toBe(false)
  })
})

describe('bad input gives the same error with and without a server', () => {
  const shared = shareStudio()
  const alone = shareStudio()
  shareServer(shared)

  const bad = `${header}\n2026-03-01,zap,ownnet,video,XX,1,1\n`
  // A value that contains characters which some readers treat as the end of a line.
  const separator = `${header}\n2026-03-01,zap,own\u2028net,video,US,1,1\n`
  const badIn = (country: string) => bad.replace('XX', country)
  const odd = {
    'a\\b.csv': bad,
    'Zürich 日本 🎮.csv': badIn('X1'),
    '100%22.csv': badIn('X2'),
    'u2028.csv': separator,
  }

  test.each<[what: string, files: Record<string, string>, expected: string[]]>([
    ['bad rows', { 'bad.csv': badCsv }, ['bad.csv:2: country', 'bad.csv:5: revenue']],
    ['bad rows in files with odd names', odd, Object.keys(odd).map((name) => `${name}:2: `)],
    ['a bad row in a file whose name has a quote', { 'it"s.csv': bad }, ['it"s.csv:2: country']],
    [
      'a header with unknown columns',
      { 'cols.csv': 'a,b\n1,2\n' },
      ['cols.csv: Unrecognised report format'],
    ],
    ['an empty file', { 'empty.csv': '' }, ['empty.csv: The file is empty']],
  ])('%s', async (_what, files, expected) => {
    const run = async ({ folder, options }: { folder: string; options: RunOptions }) => {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      const outcome = await adtally(['import', 'stats', ...Object.keys(files)], options)
      return { code: outcome.code, stdout: outcome.stdout, lines: failureLines(outcome) }
    }
    const [without, through] = await Promise.all([run(alone()), run(shared())])
    expect(without.code).toBe(1)
    for (const part of expected) expect(without.lines.join('\n')).toContain(part)
    expect(through).toEqual(without)
  })

  test('a missing file', async () => {
    const args = ['import', 'stats', 'gone.csv']
    const [without, through] = await Promise.all([
      adtally(args, alone().options),
      adtally(args, shared().options),
    ])
    expect(expectOneClearLine(through)).toBe(expectOneClearLine(without))
  })
})

test("the server that uses a demo's directory reports that the demo is up to date", async () => {
  const cwd = await newFolder()
  const demo = ['demo', '--apps', '1', '--days', '4']
  await adtallyWorks(demo, { cwd })
  await serveProcess(['--demo'], { cwd })
  const outcome = await adtally(demo, { cwd })
  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  expect(outcome.stdout).toContain('up to date')
})

test('commands without a server wait for each other', async () => {
  const { directory, options } = await newStudio()
  const outcomes = await Promise.all(
    [1, 2, 3].map((count) => {
      const input = `${header}\n2026-05-01,brick,net_${count},banner,DE,${count},0.5\n`
      return spawnAdtally(['import', 'stats', '-', '--json'], { ...options, input })
    }),
  )
  expect(outcomes.map((outcome) => JSON.parse(stdoutOf(outcome)).rows)).toEqual([1, 1, 1])
  expect(await readFigures(directory)).toHaveLength(3)
})

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    onTestFinished(() => void socket.destroy())
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.setTimeout(5_000, () => resolve(false))
  })
}

interface AllAppsItem {
  readonly app_id: string
  readonly data: { readonly impressions: number }
}
