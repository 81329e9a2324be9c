import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { refuseUnpacked } from '../sources/readers/bound-unpacked.ts'
import type { InputFile, TableRow } from '../sources/readers/input-file.ts'
import { checkHeader, type TableColumns } from '../sources/readers/read-table.ts'
import { limitExceeded } from '../sources/readers/reading.ts'
import { refuse } from '../sources/refusals.ts'
import type { Refusal } from '../values/refusal.ts'
import { rowsOf } from './scratch-tables.ts'

/** The parts of a statement that reads a file. */
export interface FileScan {
  /** The table function. */
  readonly from: string
  /** An expression for the row's line; `NULL` when the engine does not know it. */
  readonly line: string
  /** For each column, an expression for its cells as text. */
  readonly cells: ReadonlyMap<string, string>
}

/** No cell of a file is this, so that only a cell that a row does not have is null. */
const noCell = randomUUID()
/** A column for the cell too many that a row has. */
const beyond = 'cell_beyond_header'
const wrongWidth = 'adtally: a row has more or fewer cells than the header'

/**
 * Reads a CSV with known columns, every cell as text. A row with another number of cells ends the statement.
 * The engine itself would accept any number of empty cells at the end of a row.
 */
export function scanCsv(input: InputFile, columns: readonly string[]): FileScan {
  const types = [...columns, beyond].map((column) => `${column}: 'VARCHAR'`).join(', ')
  const options = [
    'auto_detect = false',
    'header = true',
    `delim = '${input.delimiter}'`,
    `quote = '"'`,
    `escape = '"'`,
    `nullstr = '${noCell}'`,
    'null_padding = true',
    "compression = 'none'",
    'hive_partitioning = false',
    `max_line_size = ${input.reading.limits.lineBytes}`,
    `columns = {${types}}`,
  ]
  const last = columns.at(-1)
  const cellOf = (column: string) => {
    const checked =
      column === last
        ? `WHEN ${column} IS NULL OR ${beyond} IS NOT NULL THEN error('${wrongWidth}')`
        : ''
    return `CASE ${checked} ${whenTooLong(column, input)} WHEN ${column} = '' THEN NULL ELSE ${column} END`
  }
  return {
    from: `read_csv(${pathLiteral(input.path)}, ${options.join(', ')})`,
    line: 'NULL',
    cells: new Map(columns.map((column) => [column, cellOf(column)])),
  }
}

/**
 * Reads a Parquet file, every cell as text.
 *
 * @returns null when the engine cannot read the file
 * @throws Refusal `limit_exceeded`, `columns_refused`, `money_in_floating_point`
 */
export async function scanParquet(
  connection: DuckDBConnection,
  input: InputFile,
  columns: TableColumns,
): Promise<FileScan | null> {
  const from = `read_parquet(${pathLiteral(input.path)}, hive_partitioning = false, file_row_number = true)`
  const described = await rowsOfFile(connection, `DESCRIBE SELECT * FROM ${from}`)
  const sizes = described && (await rowsOfFile(connection, parquetSizes(input.path)))
  if (!described || !sizes) return null
  const found = described
    .map(([name, type]) => ({ name: String(name), type: String(type) }))
    .filter(({ name }) => name !== 'file_row_number')
  if (found.length > input.reading.limits.columns) {
    throw limitExceeded(input.name, 'columns', input.reading)
  }
  await refuseTooLarge(connection, from, found, sizes, input)
  checkHeader(
    input.name,
    found.map(({ name }) => name),
    columns,
  )
  const money = found.find(
    ({ name, type }) => columns.money?.includes(name) && /^(FLOAT|DOUBLE)$/.test(type),
  )
  if (money) {
    const facts = { file: input.name, column: money.name, type: money.type }
    throw refuse('money_in_floating_point', facts)
  }
  return {
    from,
    line: 'file_row_number + 1',
    cells: new Map(
      found.map(({ name }) => [name, `nullif(${bounded(`CAST(${name} AS VARCHAR)`, input)}, '')`]),
    ),
  }
}

/** The columns of a Parquet file; none where the engine cannot read it. */
export async function parquetColumns(
  connection: DuckDBConnection,
  { path }: InputFile,
): Promise<string[]> {
  const described = await rowsOfFile(
    connection,
    `DESCRIBE SELECT * FROM read_parquet(${pathLiteral(path)})`,
  )
  return described?.map(([name]) => String(name)) ?? []
}

const tooLong = 'adtally: a cell is too long'

/** The branch for a cell that is too long, which ends the statement. */
const whenTooLong = (cell: string, { reading }: InputFile): string =>
  `WHEN strlen(${cell}) > ${reading.limits.cellCharacters} THEN error('${tooLong}')`

const bounded = (cell: string, input: InputFile): string =>
  `CASE ${whenTooLong(cell, input)} ELSE ${cell} END`

/** The refusal for an error that a cell's length caused; null for any other error. */
export function refusedCell(error: unknown, { name, reading }: InputFile): Refusal | null {
  return (error as Error).message.includes(tooLong)
    ? limitExceeded(name, 'cellCharacters', reading)
    : null
}

const parquetSizes = (path: string): string =>
  `SELECT (SELECT sum(num_rows) FROM parquet_file_metadata(${pathLiteral(path)})) AS row_count,
    (SELECT sum(total_uncompressed_size) FROM parquet_metadata(${pathLiteral(path)})) AS bytes`

/** The rows of a statement that reads a file; null when the engine cannot read it. */
const rowsOfFile = (connection: DuckDBConnection, statement: string) =>
  rowsOf(connection, statement).catch((error) => {
    if (isFileFault(error)) return null
    throw error
  })

/** The memory that a cell takes, however often the file repeats it in a few bytes. */
const cellBytes = 8
const ofFixedLength =
  /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL.*|FLOAT|DOUBLE|BOOLEAN|DATE|TIME.*)$/

/**
 * A file of a few kilobytes may repeat one value in a hundred million rows.
 *
 * @throws Refusal when a Parquet file has more rows or unpacked bytes than an import may have
 */
async function refuseTooLarge(
  connection: DuckDBConnection,
  from: string,
  columns: readonly { readonly name: string; readonly type: string }[],
  [sizes]: readonly unknown[][],
  { name, path, reading }: InputFile,
): Promise<void> {
  const [rows = 0, statedBytes = 0] = sizes!.map(Number)
  if (rows > reading.limits.rows) throw limitExceeded(name, 'rows', reading)
  const { size } = await stat(path)
  const leastBytes = Math.max(statedBytes, rows * columns.length * cellBytes)
  refuseUnpacked(leastBytes, name, size, reading)
  const lengths = columns
    .filter(({ type }) => !ofFixedLength.test(type))
    .map((column) => `coalesce(sum(strlen(CAST(${quoted(column.name)} AS VARCHAR))), 0)`)
  if (lengths.length === 0) return
  const texts = await rowsOfFile(connection, `SELECT ${lengths.join(' + ')} FROM ${from}`)
  // A file that cannot be read is refused when its rows are.
  if (texts) refuseUnpacked(leastBytes + Number(texts[0]![0]), name, size, reading)
}

const quoted = (column: string): string => `"${column.replaceAll('"', '""')}"`

/** Reads the rows of a small Parquet file, every cell as text. */
export async function readParquet(
  scratch: DuckDBConnection,
  input: InputFile,
  columns: TableColumns,
): Promise<TableRow[]> {
  const scan = await scanParquet(scratch, input, columns)
  if (!scan) throw refuse('parquet_damaged', { file: input.name })
  const cells = columns.allowed.map((column) => scan.cells.get(column) ?? 'NULL')
  const query = `SELECT ${scan.line}, ${cells.join(', ')} FROM ${scan.from}`
  const rows = await rowsOf(scratch, query).catch((error) => {
    if (!isFileFault(error)) throw error
    const refused = refusedCell(error, input)
    if (refused) throw refused
    throw refuse('parquet_damaged', { file: input.name })
  })
  return rows.map(([line, ...texts]) => ({
    line: Number(line),
    columns: [...scan.cells.keys()],
    cells: texts as (string | null)[],
  }))
}

/** Whether the file caused a read error, and not the machine. */
export function isFileFault(error: unknown): boolean {
  return !/^(Out of Memory|INTERRUPT|FATAL)|No space left/i.test((error as Error).message)
}

/** A path as a literal, with wildcard characters escaped. */
function pathLiteral(path: string): string {
  const escaped = path.replace(/[*?[]/g, (character) => `[${character}]`)
  return `'${escaped.replaceAll("'", "''")}'`
}
