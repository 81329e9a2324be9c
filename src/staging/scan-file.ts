import type { DuckDBConnection } from '@duckdb/node-api'
import type { InputFile } from '../sources/readers/input-file.ts'
import { checkHeader, type TableColumns } from '../sources/readers/read-table.ts'
import { limitExceeded } from '../sources/readers/reading.ts'
import { refuse } from '../sources/refusals.ts'
import type { Refusal } from '../values/refusal.ts'

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
    `max_line_size = ${input.reading.limits.lineBytes}`,
    `columns = {${types}}`,
  ]
  return {
    from: `read_csv(${pathLiteral(input.path)}, ${options.join(', ')})`,
    line: 'NULL',
    cells: new Map(columns.map((column) => [column, bounded(column, input)])),
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
  if (found.length > input.reading.limits.columns) {
    throw limitExceeded(input.name, 'columns', input.reading)
  }
  await checkSize(connection, input)
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
    cells: new Map(
      found.map(({ name }) => [name, `nullif(${bounded(`CAST(${name} AS VARCHAR)`, input)}, '')`]),
    ),
  }
}

const tooLong = 'adtally: a cell is too long'

/** A cell, which ends the statement when it is too long. */
const bounded = (cell: string, { reading }: InputFile): string =>
  `CASE WHEN strlen(${cell}) > ${reading.limits.cellCharacters} THEN error('${tooLong}') ELSE ${cell} END`

/** The refusal for an error that a cell's length caused; null for any other error. */
export function refusedCell(error: unknown, { name, reading }: InputFile): Refusal | null {
  return (error as Error).message.includes(tooLong)
    ? limitExceeded(name, 'cellCharacters', reading)
    : null
}

/** @throws Refusal when a Parquet file states more rows or bytes than an import may have */
async function checkSize(connection: DuckDBConnection, input: InputFile): Promise<void> {
  const { limits } = input.reading
  const reader = await connection.runAndReadAll(
    `SELECT (SELECT sum(num_rows) FROM parquet_file_metadata(${pathLiteral(input.path)})) AS row_count,
      (SELECT sum(total_uncompressed_size) FROM parquet_metadata(${pathLiteral(input.path)})) AS bytes`,
  )
  const [rows, bytes] = reader.getRows()[0]!.map(Number)
  if (rows! > limits.rows) throw limitExceeded(input.name, 'rows', input.reading)
  if (bytes! > limits.unpackedBytes) throw limitExceeded(input.name, 'unpackedBytes', input.reading)
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
