import type { ReportTable } from './report-table.ts'

/**
 * PORT: writes an answer as a Parquet file: days as `DATE`, text as `VARCHAR`, integers as `BIGINT` and
 * decimals as `DECIMAL`, all of them nullable. Equal answers are equal bytes, in every process of the same
 * release.
 *
 * @param path is replaced if it exists; nothing is left there when writing fails
 * @param metadata key-value pairs of the file
 * @param signal gives up writing
 */
export type WriteParquet = (
  table: ReportTable,
  path: string,
  metadata: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<void>
