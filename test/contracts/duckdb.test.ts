import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { DuckdbReportStore } from '../../src/storage/duckdb/duckdb-report-store.ts'
import { DuckdbSliceStore } from '../../src/storage/duckdb/duckdb-slice-store.ts'
import { parseDay } from '../../src/values/day.ts'
import { describeReportStore } from './report-store.ts'
import { type OpenStore, put, readPlan } from './stored-figures.ts'

async function openDuckdb(path: string, threads: number): Promise<OpenStore> {
  const database = await DuckdbDatabase.open({ path, threads })
  return {
    slices: new DuckdbSliceStore(database),
    store: new DuckdbReportStore(database),
    close: async () => database.close(),
  }
}

describeReportStore('DuckDB with one thread', () => openDuckdb(':memory:', 1))
describeReportStore('DuckDB with two threads', () => openDuckdb(':memory:', 2))

const firstDay = parseDay('2026-03-01')!
const figure = {
  ...{ day: firstDay, app: 11, format: 'video', country: 'US' },
  ...{ impressions: 5n, clicks: 1n, installs: 0n, revenueMicros: 7n },
}
const plan: ReportPlan = {
  ...{ table: 'figures', account: 1, apps: null, days: { firstDay, lastDay: firstDay } },
  ...{ filters: {}, dimensions: ['network'], sums: ['impressions'], sorted: true },
  totals: null,
}

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'adtally-duckdb-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'figures.duckdb')
}

test('figures, names and version outlast a restart', async () => {
  const path = temporaryFile()
  const first = await openDuckdb(path, 1)
  await put(first.slices, [{ ...figure, network: 'zeta' }])
  await put(first.slices, [{ ...figure, network: 'alpha' }])
  const [answer, version] = [await readPlan(first.store, plan), await first.store.version()]
  await first.close()

  const second = await openDuckdb(path, 1)
  expect(await second.store.version()).toBe(version)
  expect(await readPlan(second.store, plan)).toEqual(answer)
  await put(second.slices, [{ ...figure, network: 'beta' }])
  const names = (await readPlan(second.store, plan)).rows.map(({ keys }) => keys[0])
  expect(names).toEqual(['alpha', 'beta', 'zeta'])
  await second.close()
})

test('two files never share a version', async () => {
  const versions: string[] = []
  for (const path of [temporaryFile(), temporaryFile()]) {
    const opened = await openDuckdb(path, 1)
    await put(opened.slices, [{ ...figure, network: 'zeta' }])
    versions.push(await opened.store.version())
    await opened.close()
  }
  expect(versions[0]).not.toBe(versions[1])
})
