import type { InputFile, TableRow } from '../../sources/readers/input-file.ts'
import type { TableColumns } from '../../sources/readers/read-table.ts'
import { refuse } from '../../sources/refusals.ts'
import type { DuckdbDatabase } from './database.ts'
import { isFileFault, scanParquet } from './scan-file.ts'

/** Reads the rows of a small Parquet file with the engine, every cell as text. */
export async function* readParquet(
  database: DuckdbDatabase,
  input: InputFile,
  columns: TableColumns,
): AsyncGenerator<TableRow> {
  const connection = await database.borrow()
  try {
    const scan = await scanParquet(connection, input, columns)
    if (!scan) throw refuse('parquet_damaged', { file: input.name })
    const cells = columns.allowed.map((column) => scan.cells.get(column) ?? 'NULL')
    const rows = await connection
      .runAndReadAll(`SELECT ${scan.line}, ${cells.join(', ')} FROM ${scan.from}`)
      .catch((error) => {
        if (!isFileFault(error)) throw error
        throw refuse('parquet_damaged', { file: input.name })
      })
    for (const [line, ...texts] of rows.getRows()) {
      yield { line: Number(line), cells: texts as (string | null)[] }
    }
  } finally {
    database.giveBack(connection)
  }
}
