import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportTable } from '../../src/reporting/report-table.ts'
import type { ReadParquet } from './read-parquet.ts'
import { anyTable, extremes, reportTable } from './sample-table.ts'

/**
 * The cases of every binary format of tables.
 *
 * @param roundTrip writes a table and reads it
 * @param types of the columns of {@link extremes}
 */
export function tableCases(
  roundTrip: (table: ReportTable, metadata: Record<string, string>) => Promise<ReadParquet>,
  types: readonly string[],
): void {
  test('columns have types that BI tools read exactly, and unknown cells are null', async () => {
    const { columns, cells } = await roundTrip(reportTable(extremes), {})
    expect(columns).toEqual(types)
    expect(cells).toEqual(extremes.cells)
  })

  test('any table is read back as it was written', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(anyTable(), sizes, async (table, batchSizes) => {
        const { columns, cells } = await roundTrip(reportTable(table, batchSizes), {})
        expect(columns).toHaveLength(table.columns.length)
        expect(cells).toEqual(table.cells)
      }),
    )
  })

  test('a table without rows is complete, with its columns', async () => {
    const empty = { columns: extremes.columns, cells: extremes.columns.map(() => []) }
    const { columns, cells } = await roundTrip(reportTable(empty), {})
    expect(columns).toEqual(types)
    expect(cells).toEqual(empty.cells)
  })

  test('the metadata of the answer is there', async () => {
    const metadata = { as_of: '2026-03-11T06:00:02.141Z', "the app's name": "カンガルー 'n' Run" }
    expect((await roundTrip(reportTable(extremes), metadata)).metadata).toEqual(metadata)
  })
}
