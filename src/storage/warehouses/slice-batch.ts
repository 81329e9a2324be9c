import type { TableBatch } from '../../reporting/report-table.ts'
import type { CopiedSlice } from '../../warehouse/warehouse.ts'

/** The columns of {@link sliceBatches}. */
export const sliceColumns = [
  { name: 'date', type: { kind: 'day' } },
  { name: 'app_id', type: { kind: 'text' } },
  { name: 'label', type: { kind: 'text' } },
] as const

/** Slices as the rows of a table. */
export async function* sliceBatches(slices: readonly CopiedSlice[]): AsyncGenerator<TableBatch> {
  const texts = (labels: readonly string[]) => ({
    kind: 'text' as const,
    codes: labels.map((_, index) => index),
    labels,
  })
  yield {
    rowCount: slices.length,
    cells: [
      { kind: 'day', days: slices.map(({ day }) => day) },
      texts(slices.map(({ appId }) => appId)),
      texts(slices.map(({ label }) => label)),
    ],
  }
}
