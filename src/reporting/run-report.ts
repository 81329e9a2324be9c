import { toExact } from '../values/exact-integer.ts'
import { Turns } from '../values/turns.ts'
import type { Sum, Sums } from './metrics.ts'
import { planReport } from './plan-report.ts'
import type { ReportPlan } from './report-plan.ts'
import type { ReportRequest } from './report-request.ts'
import type { ReportChunk, ReportRows, ReportStore, SumColumn } from './report-store.ts'

/** One answer. It uses a connection until its rows are read to their end or it is disposed of. */
export interface OpenReport extends ReportRows, AsyncDisposable {}

/** Plans a request and runs the plan. */
export function runReport(
  request: ReportRequest,
  store: ReportStore,
  signal: AbortSignal,
): Promise<OpenReport> {
  return runPlan(planReport(request), store, signal)
}

export async function runPlan(
  plan: ReportPlan,
  store: ReportStore,
  signal: AbortSignal,
): Promise<OpenReport> {
  const answers = store.query([plan], signal)
  const { value: rows } = await answers.next()
  return { ...rows!, [Symbol.asyncDispose]: () => answers[Symbol.asyncDispose]() }
}

/** The sums of a group of rows, and the group's code or name. */
export interface ReportGroup {
  readonly key: number | string
  readonly sums: Sums
}

/**
 * Reads all rows of an answer with one dimension into memory; for a small number of groups.
 *
 * @returns the groups in the order of the rows, with names where the dimension has them, else codes
 */
export async function collectGroups(rows: ReportRows): Promise<ReportGroup[]> {
  const groups: ReportGroup[] = []
  const turns = new Turns()
  for await (const chunk of rows.chunks) {
    const [column] = Object.values(chunk.dimensions)
    const sumsAt = sumsReader(chunk)
    for (let row = 0; row < chunk.rowCount; row++) {
      const code = column?.codes[row] ?? 0
      groups.push({ key: column?.labels?.[code] ?? code, sums: sumsAt(row) })
    }
    await turns.spend(chunk.rowCount)
  }
  return groups
}

/** The sums of one row of a chunk. */
export const sumsAt = (chunk: ReportChunk, row: number): Sums => sumsReader(chunk)(row)

/** Reads the sums of rows of a chunk. */
export function sumsReader(chunk: ReportChunk): (row: number) => Sums {
  const columns = Object.entries(chunk.sums) as [Sum, SumColumn][]
  return (row) => {
    const sums: Sums = {}
    for (const [name, column] of columns) sums[name] = toExact(column[row] ?? 0)
    return sums
  }
}
