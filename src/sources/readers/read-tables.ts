import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GivenFile, InputFormat, RowFault } from './input-file.ts'
import { prepareInput } from './prepare-input.ts'
import { type ReadParquet, readTextTable, type TableColumns } from './read-table.ts'

export interface TableReading {
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
  /** The fault that the reader found in the row. */
  readonly fault?: RowFault
}

/**
 * Reads the rows of several tables, one file after the other.
 *
 * @throws Refusal when a file is not accepted
 */
export async function* readTables(
  files: readonly GivenFile[],
  inputFormat: InputFormat | undefined,
  columns: TableColumns,
  { readParquet, workDirectory }: TableReading,
): AsyncGenerator<FileRow> {
  await mkdir(workDirectory, { recursive: true })
  const unpacked = await mkdtemp(join(workDirectory, 'import-'))
  try {
    for (const [index, file] of files.entries()) {
      const input = await prepareInput(file, inputFormat, unpacked, index)
      const table =
        input.format === 'parquet' ? readParquet(input, columns) : readTextTable(input, columns)
      for await (const { cells, ...row } of table) {
        const named = columns.allowed.map((column, index) => [column, cells?.[index] ?? null])
        yield { file: file.name, ...row, cells: cells && Object.fromEntries(named) }
      }
    }
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}
