import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import type { Sum } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { DimensionColumn, ReportChunk } from '../../reporting/report-store.ts'
import type { AccountLabels } from '../sql/labels.ts'
import { namesOf } from '../sql/names-of.ts'

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
  const dimensions: Partial<Record<Dimension, DimensionColumn>> = {}
  const sums: Partial<Record<Sum, BigInt64Array>> = {}
  const rowCount = chunk?.rowCount ?? 0
  if (chunk && rowCount > 0) {
    let column = 0
    for (const dimension of plan.dimensions) {
      const codes = items<ArrayLike<number>>(chunk.getColumnVector(column++))
      dimensions[dimension] = { codes, labels: namesOf(plan, dimension, labels) }
    }
    for (const sum of plan.sums) {
      sums[sum] = items<BigInt64Array>(chunk.getColumnVector(column++))
    }
  }
  return { rowCount, dimensions, sums }
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

/** The same chunk without its first rows. */
export function skipRows(
  { rowCount, dimensions, sums }: ReportChunk,
  skipped: number,
): ReportChunk {
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
