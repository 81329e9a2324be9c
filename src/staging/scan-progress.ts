import type { DuckDBConnection } from '@duckdb/node-api'
import type { OnProgress } from '../sources/import-progress.ts'

const intervalMs = 200

/**
 * Reports how far a statement is that reads a file.
 *
 * @param rowsBefore the rows that were read before it
 */
export async function withScanProgress<Result>(
  scratch: DuckDBConnection,
  rowsBefore: number,
  onProgress: OnProgress,
  statement: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    const { rows_processed: rows, percentage } = scratch.progress
    if (percentage < 0) return
    onProgress({
      phase: 'reading',
      rows: rowsBefore + Number(rows),
      fraction: percentage / 100,
    })
  }, intervalMs)
  try {
    return await statement()
  } finally {
    clearInterval(timer)
  }
}
