import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportRows } from '../../reporting/report-store.ts'

/** Reads one state of the figures. */
export interface PlanReader {
  /** Runs a plan up to its first rows. The rows of the previous plan are not read any more. */
  read(plan: ReportPlan): Promise<ReportRows>
  /** Releases everything. May be called again. */
  close(): Promise<void>
}

/**
 * Answers plans one after another, see {@link ReportStore}. The reader is closed after the last row,
 * at the first error, or when the caller stops.
 */
export async function* answerPlans(
  plans: readonly ReportPlan[],
  reader: PlanReader,
): AsyncGenerator<ReportRows, void, void> {
  let open = -1
  try {
    for (const [place, plan] of plans.entries()) {
      const rows = await reader.read(plan)
      open = place
      const isLast = place === plans.length - 1
      const chunks = whileOpen(
        rows.chunks,
        () => open === place,
        async () => (isLast ? reader.close() : undefined),
      )
      yield { ...rows, chunks }
      open = -1
    }
  } finally {
    open = -1
    await reader.close()
  }
}

/** Throws when rows are read that are no longer open, instead of ending early. */
async function* whileOpen(
  chunks: AsyncIterable<ReportChunk>,
  isOpen: () => boolean,
  onEnd: () => Promise<void>,
): AsyncGenerator<ReportChunk> {
  const check = () => {
    if (!isOpen()) throw new Error('These rows were closed before they were read.')
  }
  check()
  try {
    for await (const chunk of chunks) {
      yield chunk
      check()
    }
  } finally {
    await onEnd()
  }
}
