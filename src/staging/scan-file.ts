import type { DuckDBConnection } from '@duckdb/node-api'
import type { InputFile } from '../sources/readers/input-file.ts'
import { checkHeader, type TableColumns } from '../sources/readers/read-table.ts'
import { refuse } from '../sources/refusals.ts'

/** How a statement reads a file: the table function, and an expression of text for each column. */
export interface FileScan {
  readonly from: string
  /** The row's line; `NULL` where the engine cannot tell. */
  readonly line: string
  readonly cells: ReadonlyMap<string, string>
}

/** Reads a CSV whose columns are known, every cell as text. */
export function scanCsv(input: InputFile, columns: readonly string[]): FileScan {
  const types = columns.map((column) => `${column}: 'VARCHAR'`).join(', ')
  const options = [
    'auto_detect = false',
    'header = true',
    "delim = ','",
    `quote = '"'`,
    `escape = '"'`,
    "compression = 'none'",
    'hive_partitioning = false',
    `columns = {${types}}`,
  ]
  return {
    from: `read_csv(${pathLiteral(input.path)}, ${options.join(', ')})`,
    line: 'NULL',
    cells: new Map(columns.map((column) => [column, column])),
  }
}

/**
 * Reads a Parquet file, every cell as text.
 *
 * @returns null when it is not a Parquet file that the engine can read
 * @throws Refusal when its columns are not these, or money is kept in binary floating point
 */
export async function scanParquet(
  connection: DuckDBConnection,
  input: InputFile,
  columns: TableColumns,
): Promise<FileScan | null> {
  const from = `read_parquet(${pathLiteral(input.path)}, hive_partitioning = false, file_row_number = true)`
  const described = await connection
    .runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
    .catch(() => null)
  if (!described) return null
  const found = described
    .getRows()
    .map(([name, type]) => ({ name: String(name), type: String(type) }))
    .filter(({ name }) => name !== 'file_row_number')
  checkHeader(
    input.name,
    found.map(({ name }) => name),
    columns,
  )
  const revenue = found.find(({ name }) => name === 'revenue')
  if (revenue && /^(FLOAT|DOUBLE)$/.test(revenue.type)) {
    throw refuse('money_in_floating_point', { file: input.name, type: revenue.type })
  }
  return {
    from,
    line: 'file_row_number + 1',
    cells: new Map(found.map(({ name }) => [name, `nullif(CAST(${name} AS VARCHAR), '')`])),
  }
}

/** Whether an error of reading a file is the file's own fault, and not the machine's. */
export function isFileFault(error: unknown): boolean {
  return !/^(Out of Memory|INTERRUPT|FATAL)|No space left/i.test((error as Error).message)
}

/** A path as a literal that names this one file, whatever wildcard characters are in its name. */
function pathLiteral(path: string): string {
  const exactly = path.replace(/[*?[]/g, (character) => `[${character}]`)
  return `'${exactly.replaceAll("'", "''")}'`
}
