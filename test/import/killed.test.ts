import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/compose/start-server.ts'
import { quietConfig } from '../fixtures/quiet-config.ts'
import { csv, type ImportSite, openSite } from './import-site.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

const days = Array.from(
  { length: 28 },
  (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`,
)

/** Rows of 28 slices, each with as many ad formats; every row shows which state it belongs to. */
const stateFile = (impressions: number, formatCount: number) =>
  gzipSync(
    csv(
      days.flatMap((day) =>
        Array.from(
          { length: formatCount },
          (_, format) => `${day},zap-ios,ownnet,f${format},US,${impressions},0.5`,
        ),
      ),
    ),
  )

test.each([
  { formatCount: 1, rounds: [0, 10, 20, 30, 40, 50] },
  { formatCount: 300, rounds: [0, 30, 50, 70, 100] },
])(
  'kill -9 during an import of 28 slices with $formatCount rows each leaves the old figures or the new ones, and slices that match',
  async ({ formatCount, rounds }) => {
    const site = await openSite()
    const rowCount = 28 * formatCount
    const paths = {
      3: (await site.file('three.csv.gz', stateFile(3, formatCount))).path,
      5: (await site.file('five.csv.gz', stateFile(5, formatCount))).path,
    }
    await site.importStats([{ name: 'three.csv.gz', path: paths[3] }])
    await site.close()

    let current: 3 | 5 = 3
    // Milliseconds from the start of writing to the kill.
    for (const killAfterMs of rounds) {
      const next = current === 3 ? 5 : 3
      await importAndKill(site, paths[next], killAfterMs)
      const totals = await readTotals(site)
      expect(totals.slices).toEqual(totals.figures)
      const [impressions, micros, slices] = totals.figures
      // Rows of 3 or 5 impressions and half a dollar.
      expect([3 * rowCount, 5 * rowCount]).toContain(impressions)
      expect([micros, slices]).toEqual([500_000 * rowCount, 28])
      current = impressions === 3 * rowCount ? 3 : 5
    }

    // Remains of the killed processes are removed, and the directory works as before.
    const leftover = join(site.directory.work, 'import-left')
    mkdirSync(leftover, { recursive: true })
    writeFileSync(join(leftover, 'unpacked-0'), 'half a file')
    await site.open()
    const server = await startServer(site.installation, site.directory, quietConfig)
    try {
      expect(listOf(site.directory.work)).toEqual([])
    } finally {
      await server.close()
    }
    const summary = await site.importStats([{ name: 'five.csv.gz', path: paths[5] }])
    expect(summary).toMatchObject({ rows: rowCount, slices: 28, replaced_slices: 28 })
    expect((await site.report({})).data).toContainEqual({
      app_name: 'Zap',
      app_id: 'zap-ios',
      // Half a dollar for five impressions: ten cents each.
      data: {
        impressions: 5 * rowCount,
        revenue_in_cents: 50 * rowCount,
        ecpm_cents: 10_000,
      },
    })
  },
)

test('kill -9 during an import that creates apps leaves all of them with figures, or none', async () => {
  const site = await openSite()
  const columns =
    'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)'
  const rows = Array.from(
    { length: 400 },
    (_, id) => `${id},New ${id},Banner,US,ios,2026-03-01,1,0,1`,
  )
  const { path } = await site.file('report.csv', csv(rows, columns))
  await site.close()
  await importAndKill(site, path, 40, ['--source', 'digital-turbine', '--create-apps', 'studio'])
  await site.open()
  const created = (await site.applications()).filter((app) => /^New /.test(String(app.app_name)))
  const figures = await site.figures()
  expect(figures).toHaveLength(created.length)
  expect([0, 400]).toContain(created.length)
})

/** Runs the import command and kills it while it is writing. */
async function importAndKill(
  site: ImportSite,
  path: string,
  killAfterMs: number,
  flags: readonly string[] = [],
): Promise<void> {
  const child = spawn(
    process.execPath,
    [main, 'import', 'stats', path, '--data-dir', site.directory.root, ...flags],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([untilWriting(child), exited])
  await delay(killAfterMs)
  child.kill('SIGKILL')
  await exited
}

async function untilWriting(child: ChildProcess): Promise<void> {
  for await (const chunk of child.stderr!) {
    if (String(chunk).includes('writing:')) return
  }
}

/** Impressions, micros and slices of both tables, read without Adtally. */
async function readTotals(site: ImportSite) {
  const instance = await DuckDBInstance.create(site.directory.figures)
  try {
    const connection = await instance.connect()
    const read = async (query: string) =>
      ((await connection.runAndReadAll(query)).getRows()[0] ?? []).map(Number)
    const figures = await read(
      'SELECT sum(impressions), sum(revenue_micros), count(DISTINCT (day, app, network)) FROM figures',
    )
    const slices = await read('SELECT sum(impressions), sum(revenue_micros), count(*) FROM slices')
    const each = await read(
      `SELECT count(*) FROM
        (SELECT day, app, network, sum(impressions), sum(revenue_micros), count(*) FROM figures GROUP BY ALL
        EXCEPT SELECT day, app, network, impressions, revenue_micros, row_count FROM slices)`,
    )
    expect(each).toEqual([0])
    connection.closeSync()
    return { figures, slices }
  } finally {
    instance.closeSync()
  }
}

function listOf(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
