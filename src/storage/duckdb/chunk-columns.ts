import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import { chunkOf } from '../sql/chunk-of.ts'
import type { AccountLabels } from '../sql/labels.ts'

/** The numbers of a vector, from an undocumented member of the package's numeric vectors. */
function items<Items>(vector: DuckDBVector): Items {
  return (vector as unknown as { items: Items }).items
}

/** Views a chunk of the engine as columns, without copying values. */
export function readChunk(
  plan: ReportPlan,
  chunk: DuckDBDataChunk | null,
  labels: AccountLabels,
): ReportChunk {
  return chunkOf(plan, labels, chunk?.rowCount ?? 0, (position) =>
    items(chunk!.getColumnVector(position)),
  )
}

/** The number of a chunk's first rows that are totals: dimensions that they lack are null. */
export function countTotals({ dimensions, totals }: ReportPlan, chunk: DuckDBDataChunk | null) {
  if (!totals || !chunk || chunk.rowCount === 0) return 0
  if (dimensions.length === 0) return chunk.rowCount
  const addedUp = dimensions.findIndex((dimension) => !totals.includes(dimension))
  if (addedUp === -1) return 0
  const vector = chunk.getColumnVector(addedUp)
  let count = 0
  while (count < chunk.rowCount && vector.getItem(count) === null) count++
  return count
}

/** The same chunk without its first rows, which are totals. */
export function skipRows(chunk: ReportChunk, skipped: number): ReportChunk {
  if (skipped === 0) return chunk
  const { rowCount, dimensions, sums } = chunk
  return {
    rowCount: rowCount - skipped,
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([name, { codes, labels }]) => [
        name,
        { codes: (codes as Uint32Array).subarray(skipped), labels },
      ]),
    ),
    sums: Object.fromEntries(
      Object.entries(sums).map(([name, sum]) => [name, sum.subarray(skipped)]),
    ),
  }
}
