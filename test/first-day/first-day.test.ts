import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { stdoutOf } from '../cli/run-adtally.ts'
import { type ServerProcess, spawnAdtally, startServing } from '../cli/spawn-adtally.ts'
import { freePorts } from '../cluster/free-ports.ts'
import { describeInBrowser } from '../e2e/browser.ts'
import { expectText, signInOn, textsOf } from '../fixtures/dashboard-page.ts'
import { readParquet } from '../formats/read-parquet.ts'
import { writeInputs } from '../upgrade/editions/edition.ts'
import { expectFirstAnswers, expectSession } from '../upgrade/editions/expect-answers.ts'
import { readFixture } from '../upgrade/editions/fixture.ts'
import { asked } from '../upgrade/editions/history.ts'
import { processEdition } from '../upgrade/editions/process-edition.ts'
import {
  appsCsv,
  days,
  fairbidReport,
  maxReport,
  totalRevenue,
  totals,
  unityReport,
} from './reports.ts'

// A newcomer's day, from the tarball to a restored backup. Each test goes on where the one before ended.

const { script } = inject('installed')
const password = 'a studio of glass and steel'
const [first, , last] = days
const range = `start_date=${first}&end_date=${last}`

let folder: string
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtally-first-day-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (args: readonly string[], input = '') =>
  spawnAdtally(args, { cwd: folder, script, input })

/** Runs a command that must succeed. @returns its stdout */
const adtally = async (...args: readonly string[]) => stdoutOf(await run(args))

/** Runs a server for some work. It must end in order, without a word on stderr. */
async function serving<Result>(
  args: readonly string[],
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServing(args, { cwd: folder, script })
  try {
    const result = await work(server)
    expect({ code: await server.stop(), stderr: server.stderr() }).toEqual({ code: 0, stderr: '' })
    return result
  } finally {
    await server.stop('SIGKILL')
  }
}

async function get(address: string | URL): Promise<Response> {
  const answer = await fetch(address)
  expect({ address: String(address), status: answer.status }).toEqual({
    address: String(address),
    status: 200,
  })
  return answer
}

test('the package is installed and says its version', async () => {
  expect(await adtally('--version')).toBe(`${manifest.version}\n`)
})

test('the demo serves figures with the key in its log', async () => {
  await adtally('demo', '--apps', '2', '--days', '30')
  await serving(['--demo'], async ({ baseUrl, stdout }) => {
    const { key: demoKey } = JSON.parse(stdout().trim().split('\n').at(-1)!)
    const applications = `${baseUrl}/api/v2/publisher/applications`
    const [from, to] = [7, 1].map((days) => formatDay(addDays(dayOf(Date.now()), -days)))
    const days = `start_date=${from}&end_date=${to}`
    for (const path of ['?', `/stats?${days}`, `/stats?${days}&group_by=network`]) {
      const address = `${applications}${path}&developer=demo&key=${demoKey}`
      const { data } = (await (await get(address)).json()) as { data: unknown[] }
      expect(data.length, path).toBeGreaterThan(0)
    }
    const games = (await (await get(`${baseUrl}/api/v1/games`)).json()) as { data: unknown[] }
    expect(games.data.length).toBeGreaterThan(0)
  })
})

test('an account of its own gets a key, a password and apps', async () => {
  key = JSON.parse(await adtally('accounts', 'create', 'studio', '--json')).key
  stdoutOf(await run(['accounts', 'set-password', 'studio'], `${password}\n`))
  await writeFile(join(folder, 'apps.csv'), appsCsv)
  expect(await adtally('import', 'apps', 'apps.csv')).toBe('2 apps added, 0 updated.\n')
})

test('the reports of three networks become figures: CSV, a workbook, and JSON in an archive', async () => {
  await writeFile(join(folder, 'max.csv'), maxReport)
  await writeFile(join(folder, 'fairbid.xlsx'), fairbidReport())
  await writeFile(join(folder, 'unity.zip'), unityReport())
  const max = await adtally('import', 'stats', 'max.csv')
  expect(max).toContain('Source: AppLovin MAX report (applovin-max), days in UTC.\n')

  // A network's own app id is linked with the command that the refusal gives, for the app of this name.
  const refused = await run(['import', 'stats', 'fairbid.xlsx'])
  expect(refused.code).toBe(1)
  const link = /^ {2}adtally (apps link .+ hop-ios) {3}# Hop, ios$/m.exec(refused.stderr)?.[1]
  await adtally(...link!.split(' '))
  const fairbid = await adtally('import', 'stats', 'fairbid.xlsx')
  expect(fairbid).toContain('33 impressions, 0.9 USD.\n')

  const unity = await adtally('import', 'stats', '--create-apps', 'studio', 'unity.zip')
  expect(unity).toContain('Apps added: Skip.\n')
  expect(await adtally('import', 'stats', 'max.csv')).toContain('Nothing changed')
})

describeInBrowser('the dashboard', (open) => {
  test('shows the figures after the sign-in', async () => {
    await serving([], async ({ baseUrl }) => {
      const { page, errors } = await open(`${baseUrl}/dashboard`, { timezoneId: 'UTC' })
      await signInOn(page, 'studio', password)
      await expectText(page.locator('h1')).toBe('Overview')
      const groups = page.locator('table.report tbody tr[data-index]')
      await groups.first().waitFor()
      const rows = await textsOf(groups)
      expect(rows).toHaveLength(totals.length)
      for (const [index, [, , revenue]] of totals.entries()) {
        expect(rows[index]).toContain(`$${Number(revenue).toFixed(2)}`)
      }
      expect(await page.locator('main').textContent()).toContain('$5.55')
      // The page asks who is signed in before anyone is.
      expect(errors.filter((error) => !error.includes('401'))).toEqual([])
    })
  })
})

test('the report comes as CSV and as Parquet, exact to the micro', async () => {
  await serving([], async ({ baseUrl }) => {
    const question = `dimensions=network&metrics=impressions,revenue&order_by=revenue:desc&${range}`
    const ask = (format: string) =>
      get(`${baseUrl}/api/v2/publisher/report?key=${key}&${question}&format=${format}`)
    const csv = await (await ask('csv')).text()
    expect(csv).toBe(
      ['network,impressions,revenue', ...totals.map((line) => line.join(',')), ''].join('\r\n'),
    )
    const path = join(folder, 'report.parquet')
    await writeFile(path, new Uint8Array(await (await ask('parquet')).arrayBuffer()))
    const { cells } = await readParquet(path)
    const [networks, impressions, revenue] = cells
    expect(networks).toEqual(totals.map(([network]) => network))
    expect(impressions!.map(Number)).toEqual(totals.map(([, count]) => count))
    const micros = revenue!.map(Number)
    expect(micros).toEqual(totals.map(([, , amount]) => Math.round(Number(amount) * 1e6)))
    expect(micros.reduce((sum, one) => sum + one)).toBe(Number(totalRevenue.replace('.', '')))
  })
})

/**
 * Everything that a client reads. The addresses in answers do not depend on the port.
 *
 * @param last runs after that, while the server runs
 */
async function answersOf(
  args: readonly string[],
  last: () => Promise<void> = async () => undefined,
): Promise<ReadonlyMap<string, string>> {
  const given = `developer=studio&key=${key}`
  const paths = [
    `/api/v2/publisher/applications?${given}`,
    `/api/v2/publisher/applications/stats?${given}&${range}`,
    `/api/v2/publisher/applications/stats?${given}&${range}&app_id=hop-ios`,
    `/api/v2/publisher/report?${given}&${range}&dimensions=date,app_id,network,country&metrics=impressions,revenue&format=csv`,
    `/api/v2/publisher/freshness?${given}&${range}`,
    `/api/v2/publisher/imports?${given}`,
    `/api/publisher/studio?key=${key}&${range}`,
  ]
  const [port] = await freePorts(1)
  const address = ['--port', String(port), '--base-url', 'https://reports.example']
  return serving([...address, ...args], async () => {
    const found = new Map<string, string>()
    for (const path of paths) {
      found.set(path, await (await get(`http://127.0.0.1:${port}${path}`)).text())
    }
    await last()
    return found
  })
}

test('a backup of the running server, restored in a clean directory, gives the same answers', async () => {
  const passphrase = 'four words of a newcomer\n'
  const answered = await answersOf([], async () => {
    stdoutOf(await run(['backup', 'backup', '--with-secret'], passphrase))
  })
  await rm(join(folder, 'data'), { recursive: true })
  const restored = ['--data-dir', 'restored']
  stdoutOf(await run(['restore', 'backup', ...restored], passphrase))
  expect(await answersOf(restored)).toEqual(answered)
  expect(await adtally('doctor', ...restored)).not.toMatch(/ERROR|WARNING/)
})

test("the first edition's data directory is upgraded and gives its answers", async () => {
  const { files, onFiles } = await readFixture('first')
  const directory = join(folder, 'first-edition')
  await mkdir(directory)
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), Buffer.from(content, 'base64'))
  }
  const inputs = join(folder, 'inputs')
  await writeInputs(inputs)
  const program = { node: process.execPath, script: await realpath(script) }
  const edition = processEdition(program, inputs, { ADTALLY_DATA_DIR: directory })
  await edition.run(asked, { args: ['upgrade'] })
  await expectFirstAnswers(edition, onFiles)
  await expectSession(edition, onFiles)
})
