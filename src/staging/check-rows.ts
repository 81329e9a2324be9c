import { type DuckDBConnection, VARCHAR } from '@duckdb/node-api'
import {
  keyColumns,
  type LabelColumn,
  type NumberColumn,
  type NumberRule,
  type StagedColumn,
  sliceColumns,
  stagedColumns,
} from '../sources/stats-columns.ts'
import { defaultAdTag } from '../values/identifier.ts'
import { appendRows } from './append-rows.ts'

/** A value of a label column that some rows hold. */
export interface LabelValue {
  readonly column: LabelColumn
  /** Null for cells that are missing. */
  readonly value: string | null
}

/** What staged rows are checked for beyond their label values. */
export interface RowChecks {
  /** Label values that are not accepted. */
  readonly badLabels: readonly LabelValue[]
  /** Currencies that are not the account's: (app reference, currency) pairs. */
  readonly foreignCurrencies: readonly (readonly [app: string, currency: string])[]
  readonly numbers: Readonly<Record<NumberColumn, NumberRule>>
  /** Whether two rows of the same key are bad; else they are added up. */
  readonly refuseDuplicates: boolean
}

/** A cell that the checks found bad, and where its row is. */
export interface FoundCell {
  readonly file: number
  readonly line: number
  readonly column: string
  readonly value: string | null
  /** What the reader that found it says is accepted; the column's rule says it otherwise. */
  readonly accepts?: string
  /** For a duplicate, the line that has the same key. */
  readonly sameAs?: { readonly file: number; readonly line: number }
}

/** How many cells the checks found bad. */
export interface CheckOutcome {
  readonly badCells: number
  /** Those among them without which the row's slice is not known. */
  readonly unreadable: number
}

const badCellsTable = `CREATE OR REPLACE TEMP TABLE bad_cells (
  stage_row BIGINT, file USMALLINT, line UBIGINT, column_name VARCHAR, column_order USMALLINT,
  value VARCHAR, accepts VARCHAR, same_file USMALLINT, same_line UBIGINT
)`

/** What the readers found; a row's own faults are listed before those of its cells. */
const faultRows = `INSERT INTO bad_cells
  SELECT rowid, file, line, fault_column, 0, fault_value, fault_accepts, NULL, NULL
  FROM stage WHERE fault_column IS NOT NULL`

/** The key of a row as it will be stored: a missing ad tag is the default one. */
const key = keyColumns
  .map((column) => (column === 'ad_tag' ? `coalesce(ad_tag, '${defaultAdTag}')` : column))
  .join(', ')

/** Compares the staged rows with the checks, and lists what fails in `bad_cells`. */
export async function checkRows(
  connection: DuckDBConnection,
  checks: RowChecks,
): Promise<CheckOutcome> {
  await connection.run(badCellsTable)
  await connection.run(faultRows)
  await putPairs(
    connection,
    'bad_labels',
    checks.badLabels.map(({ column, value }) => [column, value]),
  )
  await putPairs(connection, 'foreign_currencies', checks.foreignCurrencies)
  const labelColumns = new Set(checks.badLabels.map(({ column }) => column))
  for (const column of labelColumns) await connection.run(badLabelRows(column))
  const numbers = Object.entries(checks.numbers) as [NumberColumn, NumberRule][]
  if (await mayHaveBadNumbers(connection, numbers)) {
    for (const [column, rule] of numbers) await connection.run(badNumberRows(column, rule))
  }
  if (checks.foreignCurrencies.length > 0) await connection.run(foreignCurrencyRows)
  if (checks.refuseDuplicates && (await mayHaveDuplicates(connection))) {
    await connection.run(duplicateRows)
  }
  const slice = sliceColumns.map((column) => `'${column}'`).join(', ')
  const reader = await connection.runAndReadAll(
    `SELECT count(*), count(*) FILTER (WHERE unreadable OR column_name IN (${slice}))
    FROM bad_cells JOIN stage ON stage.rowid = stage_row`,
  )
  const [badCells, unreadable] = reader.getRows()[0] ?? []
  return { badCells: Number(badCells), unreadable: Number(unreadable) }
}

const orderOf = (column: StagedColumn): number => stagedColumns.indexOf(column) + 1

function insertBad(column: string, order: number, rest: string): string {
  return `INSERT INTO bad_cells
    SELECT stage.rowid, file, line, '${column}', ${order}, ${column}, NULL, NULL, NULL
    ${rest} AND NOT unreadable`
}

function badLabelRows(column: LabelColumn): string {
  return insertBad(
    column,
    orderOf(column),
    `FROM stage JOIN bad_labels AS bad
      ON bad.first = '${column}' AND stage.${column} IS NOT DISTINCT FROM bad.second`,
  )
}

function badNumberRows(column: NumberColumn, rule: NumberRule): string {
  return insertBad(column, orderOf(column), `FROM stage WHERE ${isBadNumber(column, rule)}`)
}

function isBadNumber(column: NumberColumn, { pattern, required }: NumberRule): string {
  return `coalesce(NOT regexp_full_match(${column}, '${pattern}'), ${required})`
}

/** One pass over all columns: most imports have no bad number at all. */
async function mayHaveBadNumbers(
  connection: DuckDBConnection,
  numbers: readonly (readonly [NumberColumn, NumberRule])[],
): Promise<boolean> {
  const anyBad = numbers.map(([column, rule]) => isBadNumber(column, rule)).join(' OR ')
  const reader = await connection.runAndReadAll(
    `SELECT count(*) FROM stage WHERE NOT unreadable AND (${anyBad})`,
  )
  return reader.getRows()[0]?.[0] !== 0n
}

const foreignCurrencyRows = insertBad(
  'currency',
  orderOf('currency'),
  `FROM stage JOIN foreign_currencies AS pair
    ON stage.app_id = pair.first AND stage.currency = pair.second`,
)

/** Two different keys may share a hash; then the search that follows finds nothing. */
async function mayHaveDuplicates(connection: DuckDBConnection): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `SELECT count(*) > count(DISTINCT hash(${key})) FROM stage`,
  )
  return reader.getRows()[0]?.[0] === true
}

/** Each row whose key an earlier row has. */
const duplicateRows = `INSERT INTO bad_cells
  SELECT stage_row, file, line, '${keyColumns.join(', ')}', ${stagedColumns.length + 1},
    shown, NULL, first_file, first_line
  FROM (
    SELECT stage.rowid AS stage_row, file, line, concat_ws(', ', ${key}) AS shown,
      row_number() OVER repeated AS place,
      first_value(file) OVER repeated AS first_file, first_value(line) OVER repeated AS first_line
    FROM stage
    WHERE fault_column IS NULL
      AND hash(${key}) IN (SELECT hash(${key}) FROM stage WHERE fault_column IS NULL GROUP BY 1 HAVING count(*) > 1)
    WINDOW repeated AS (PARTITION BY ${key} ORDER BY file, line)
  ) WHERE place > 1`

/** Lists pairs in a temporary table of the columns `first` and `second`. */
export async function putPairs(
  connection: DuckDBConnection,
  table: string,
  pairs: readonly (readonly [string, string | null])[],
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (first VARCHAR, second VARCHAR)`)
  await appendRows(connection, table, [VARCHAR, VARCHAR], pairs)
}
