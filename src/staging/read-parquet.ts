import type { DuckDBConnection } from '@duckdb/node-api'
import type { InputFile, TableRow } from '../sources/readers/input-file.ts'
import type { TableColumns } from '../sources/readers/read-table.ts'
import { refuse } from '../sources/refusals.ts'
import { isFileFault, refusedCell, scanParquet } from './scan-file.ts'

/** Reads the rows of a small Parquet file with the engine, every cell as text. */
export async function readParquet(
  scratch: DuckDBConnection,
  input: InputFile,
  columns: TableColumns,
): Promise<TableRow[]> {
  const scan = await scanParquet(scratch, input, columns)
  if (!scan) throw refuse('parquet_damaged', { file: input.name })
  const cells = columns.allowed.map((column) => scan.cells.get(column) ?? 'NULL')
  const rows = await scratch
    .runAndReadAll(`SELECT ${scan.line}, ${cells.join(', ')} FROM ${scan.from}`)
    .catch((error) => {
      if (!isFileFault(error)) throw error
      const refused = refusedCell(error, input)
      if (refused) throw refused
      throw refuse('parquet_damaged', { file: input.name })
    })
  return rows
    .getRows()
    .map(([line, ...texts]) => ({ line: Number(line), cells: texts as (string | null)[] }))
}
