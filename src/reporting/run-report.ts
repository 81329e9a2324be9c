import { exact } from '../values/exact.ts'
import type { Sum, Sums } from './measures.ts'
import { planReport } from './plan-report.ts'
import type { ReportRequest } from './report-request.ts'
import type { ReportChunk, ReportRows, ReportStore } from './report-store.ts'

/** Answers a request: plan it, then let the store run the plan. */
export function runReport(
  request: ReportRequest,
  store: ReportStore,
  signal: AbortSignal,
): Promise<ReportRows> {
  return store.query(planReport(request), signal)
}

/** Sums of one group of rows and the code or name of the group. */
export interface ReportGroup {
  readonly key: number | string
  readonly sums: Sums
}

/**
 * Gathers rows that are broken down by one dimension; meant for the few groups of an account.
 *
 * @returns the groups in the order they came; names where the dimension has them, else codes
 */
export async function collectGroups(rows: ReportRows): Promise<ReportGroup[]> {
  const groups: ReportGroup[] = []
  for await (const chunk of rows.chunks) {
    const [column] = Object.values(chunk.dimensions)
    for (let row = 0; row < chunk.rowCount; row++) {
      const code = column?.codes[row] ?? 0
      groups.push({ key: column?.labels?.[code] ?? code, sums: sumsAt(chunk, row) })
    }
  }
  return groups
}

/** The sums of one row of a chunk. */
export function sumsAt(chunk: ReportChunk, row: number): Sums {
  const sums: Sums = {}
  for (const [name, column] of Object.entries(chunk.sums)) {
    sums[name as Sum] = exact(column[row] ?? 0n)
  }
  return sums
}
