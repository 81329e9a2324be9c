import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import type { Sum } from '../../reporting/measures.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { DimensionColumn, ReportChunk } from '../../reporting/report-store.ts'
import { packedCountries } from '../../values/country.ts'
import type { Labels } from './labels.ts'

/** The numbers behind a vector; the package keeps them in a member of every numeric vector. */
function items<Items>(vector: DuckDBVector): Items {
  return (vector as unknown as { items: Items }).items
}

/** Views a chunk of the engine as columns, without touching a value. */
export function readChunk(
  plan: ReportPlan,
  chunk: DuckDBDataChunk | null,
  labels: Labels,
): ReportChunk {
  const dimensions: Partial<Record<Dimension, DimensionColumn>> = {}
  const sums: Partial<Record<Sum, BigInt64Array>> = {}
  const rowCount = chunk?.rowCount ?? 0
  if (chunk && rowCount > 0) {
    let column = 0
    for (const dimension of plan.dimensions) {
      const codes = items<ArrayLike<number>>(chunk.getColumnVector(column++))
      dimensions[dimension] = { codes, labels: labelsOf(dimension, labels) }
    }
    for (const sum of plan.sums) {
      sums[sum] = items<BigInt64Array>(chunk.getColumnVector(column++))
    }
  }
  return { rowCount, dimensions, sums }
}

/** The same chunk without its first row. */
export function skipFirstRow({ rowCount, dimensions, sums }: ReportChunk): ReportChunk {
  return {
    rowCount: Math.max(rowCount - 1, 0),
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([name, { codes, labels }]) => [
        name,
        { codes: (codes as Uint32Array).subarray(1), labels },
      ]),
    ),
    sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.subarray(1)])),
  }
}

function labelsOf(dimension: Dimension, labels: Labels): readonly string[] | null {
  if (dimension === 'country') return packedCountries
  if (dimension === 'network' || dimension === 'format') return labels[dimension].names
  return null
}
