import { type DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import { expect } from 'vitest'
import { sliceKey } from '../../src/ledger/figure-keys.ts'
import { figureColumns, sliceVersionColumns } from '../../src/staging/columns.ts'
import { changeColumns, newVersions } from '../../src/staging/compare-slices.ts'
import { type FewChanges, newVersionOf } from '../../src/staging/plan-few.ts'
import { rowsOf } from '../../src/staging/scratch-tables.ts'
import type { ImportEffect } from '../../src/staging/slice-store.ts'

/** The entry that both plans are written with. */
const entry = 900

/** Expects that a plan without the engine is what `planImport` put into the tables of a scratch. */
export async function expectSamePlan(
  scratch: DuckDBConnection,
  few: FewChanges,
  effect: ImportEffect,
): Promise<void> {
  expect(few.effect).toEqual(effect)
  const changed = `(FROM slice_changes WHERE change <> 'unchanged')`
  const figures = `SELECT ${figureColumns} FROM next_figures SEMI JOIN ${changed} USING (${sliceKey})`
  expect(linesOf(few.figures, figureColumns)).toEqual((await lines(scratch, figures)).sort())
  const versions = few.slices.map((change) => ({
    ...newVersionOf(entry, change),
    // The test's plans have entries of their own.
    ...{ import_id: 0 },
  }))
  expect(linesOf(versions, sliceVersionColumns)).toEqual(
    (
      await lines(
        scratch,
        `SELECT * REPLACE (0 AS import_id) FROM (
          SELECT ${sliceVersionColumns} FROM (${newVersions(entry)}))`,
      )
    ).sort(),
  )
  const changes = few.slices.map(({ change, old, next }) => ({
    ...{ ...next, change },
    ...{ old_impressions: old?.impressions ?? null, old_clicks: old?.clicks ?? null },
    ...{ old_installs: old?.installs ?? null, old_revenue_micros: old?.revenue_micros ?? null },
    ...{ new_impressions: next.impressions, new_clicks: next.clicks },
    ...{ new_installs: next.installs, new_revenue_micros: next.revenue_micros },
  }))
  const columns = `change, ${changeColumns.replaceAll(/\s+/g, ' ')}`
  expect(linesOf(changes, columns)).toEqual(
    (await lines(scratch, `SELECT ${columns} FROM slice_changes`)).sort(),
  )
  const stored = `SELECT ${sliceKey} FROM next_slices`
  expect(few.slices.map(({ next }) => lineOf(next, sliceKey))).toEqual(await lines(scratch, stored))
}

async function lines(scratch: DuckDBConnection, query: string): Promise<string[]> {
  const rows = await rowsOf(scratch, query)
  return rows.map((row) =>
    row.map((cell) => (cell instanceof DuckDBDateValue ? cell.days : cell)).join(' '),
  )
}

const lineOf = (row: object, columns: string): string =>
  columns
    .split(', ')
    .map((column) => (row as Readonly<Record<string, unknown>>)[column])
    .join(' ')

const linesOf = (rows: readonly object[], columns: string): string[] =>
  rows.map((row) => lineOf(row, columns)).sort()
