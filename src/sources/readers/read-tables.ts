import type { GivenFile, InputFile, InputFormat, RowFault } from './input-file.ts'
import { prepareInput } from './prepare-input.ts'
import { type ReadParquet, readTextTable, type TableColumns } from './read-table.ts'
import { limitExceeded, type Reading } from './reading.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface TableReading extends Reading {
  readonly readParquet: ReadParquet
  /** For unpacked copies while files are read. */
  readonly workDirectory: string
}

/** A row of one of several files. */
export interface FileRow {
  readonly file: string
  readonly line: number
  /** All columns by name; null for an unreadable row. */
  readonly cells: Readonly<Record<string, string | null>> | null
  /** The columns that the row mentions: those of its file's header. */
  readonly columns: readonly string[]
  /** The fault that the reader found in the row. */
  readonly fault?: RowFault
}

/**
 * Reads the rows of several tables, one file after the other. Every file is unpacked and checked
 * before the work begins, so that a lock which the work takes is not held meanwhile.
 *
 * @throws Refusal when a file is not accepted
 */
export async function withTables<Result>(
  files: readonly GivenFile[],
  inputFormat: InputFormat | undefined,
  columns: TableColumns,
  services: TableReading,
  work: (rows: AsyncGenerator<FileRow>) => Promise<Result>,
): Promise<Result> {
  const { workDirectory, limits, signal } = services
  await using unpacked = await temporaryFolder(workDirectory, 'import-')
  const inputs: InputFile[] = []
  for (const [index, file] of files.entries()) {
    inputs.push(await prepareInput(file, inputFormat, unpacked.path, index, { limits, signal }))
  }
  return await work(readRows(inputs, columns, services))
}

async function* readRows(
  inputs: readonly InputFile[],
  columns: TableColumns,
  { readParquet, limits, signal }: TableReading,
): AsyncGenerator<FileRow> {
  let rowCount = 0
  for (const input of inputs) {
    const table =
      input.format === 'parquet' ? readParquet(input, columns) : readTextTable(input, columns)
    for await (const { cells, columns: mentioned = [], ...row } of table) {
      signal.throwIfAborted()
      if (++rowCount > limits.rows) throw limitExceeded(input.name, 'rows', input.reading)
      const named = columns.allowed.map((column, index) => [column, cells?.[index] ?? null])
      yield {
        file: input.name,
        columns: mentioned,
        ...row,
        cells: cells && Object.fromEntries(named),
      }
    }
  }
}
