import { expect, onTestFinished, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { rowsOf } from '../../src/staging/scratch-tables.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { DuckdbReportStore } from '../../src/storage/duckdb/duckdb-report-store.ts'
import { DuckdbSliceStore } from '../../src/storage/duckdb/duckdb-slice-store.ts'
import { countries } from '../../src/values/country.ts'
import { addDays, parseDay } from '../../src/values/day.ts'
import { type Figure, put, readPlan, undoAt } from './stored-figures.ts'

const firstDay = parseDay('2026-03-01')!
const days = Array.from({ length: 30 }, (_, index) => addDays(firstDay, index))
const places = countries.slice(0, 200)

/** 6,000 rows of an app in March. */
const month = (app: number, impressions: bigint): Figure[] =>
  days.flatMap((day) =>
    places.map((country) => ({
      day,
      app,
      network: 'zeta',
      format: 'video',
      country,
      impressions,
      clicks: null,
      installs: 1n,
      revenueMicros: 7n,
    })),
  )

const rowsOfMonth: ReportPlan = {
  table: 'figures',
  account: 1,
  apps: null,
  days: { firstDay, lastDay: addDays(firstDay, 29) },
  filters: {},
  dimensions: ['app', 'day', 'country'],
  totals: null,
  sorted: false,
  sums: ['impressions', 'installs', 'revenueMicros'],
}

test('a month is sorted again after many of its rows were written, and its versions stay', async () => {
  const database = await DuckdbDatabase.open({ path: ':memory:', threads: 1 })
  onTestFinished(() => database.close())
  const [slices, store] = [new DuckdbSliceStore(database), new DuckdbReportStore(database)]
  const expectFigures = async (...figures: Figure[]) => {
    const { rows } = await readPlan(store, rowsOfMonth)
    const stored = rows.map(({ keys, sums }) => [...keys, ...Object.values(sums)].join(' '))
    const expected = figures.map(({ day, app, country, impressions, installs, revenueMicros }) =>
      [day, app, country, impressions, installs, revenueMicros].join(' '),
    )
    expect(stored.sort()).toEqual(expected.sort())
  }
  const isSorted = (table: 'figures' | 'slices') =>
    database.withConnection(async (connection) => {
      const rows = await rowsOf(connection, `SELECT app, day - DATE '1970-01-01' FROM ${table}`)
      const places = rows.map(([app, day]) => Number(app) * 1_000_000 + Number(day))
      return places.every((place, index) => index === 0 || places[index - 1]! <= place)
    })
  const areSorted = async () => [await isSorted('figures'), await isSorted('slices')]

  const other = month(12, 2n)
  await put(slices, [...month(11, 1n), ...other])
  expect(await areSorted()).toEqual([true, true])
  // 6,000 rows of 12,000 are more than a quarter, but they are few.
  await put(slices, month(11, 3n))
  expect(await areSorted()).toEqual([false, false])
  await expectFigures(...month(11, 3n), ...other)
  await put(slices, month(11, 4n))
  expect(await areSorted()).toEqual([true, true])
  await expectFigures(...month(11, 4n), ...other)

  await slices.undo(3, undoAt('2026-03-11T00:00:00Z'))
  await expectFigures(...month(11, 3n), ...other)
  await slices.undo(2, undoAt('2026-03-12T00:00:00Z'))
  expect(await areSorted()).toEqual([true, true])
  await expectFigures(...month(11, 1n), ...other)
})
