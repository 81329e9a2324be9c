import type { Dimension } from '../../reporting/report-request.ts'
import type { ReportChunk, ReportTotal } from '../../reporting/report-store.ts'
import { sumsAt } from '../../reporting/run-report.ts'

/** Converts a row of totals. @param by the dimensions of the totals */
export function totalAt(by: readonly Dimension[], chunk: ReportChunk, row: number): ReportTotal {
  const codes = by.map((name) => [name, chunk.dimensions[name]?.codes[row]])
  return { codes: Object.fromEntries(codes), sums: sumsAt(chunk, row) }
}

/** Reads all rows of totals. @param by the dimensions of the totals */
export async function collectTotals(
  by: readonly Dimension[],
  chunks: AsyncIterable<ReportChunk>,
): Promise<ReportTotal[]> {
  const totals: ReportTotal[] = []
  for await (const chunk of chunks) {
    for (let row = 0; row < chunk.rowCount; row++) totals.push(totalAt(by, chunk, row))
  }
  return totals
}
