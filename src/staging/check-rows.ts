import { type DuckDBConnection, VARCHAR } from '@duckdb/node-api'
import type { NumberRule } from '../facts/column-rules.ts'
import type { FactKind } from '../facts/fact-kind.ts'
import { putTable, rowsOf } from './scratch-tables.ts'

/** A value of a label column. */
export interface LabelValue {
  readonly column: string
  /** Null for missing cells. */
  readonly value: string | null
}

/** The rules that staged rows are checked against. */
export interface RowChecks {
  /** Label values that are not accepted. */
  readonly badLabels: readonly LabelValue[]
  /** App references with a currency that is not their account's. */
  readonly foreignCurrencies: readonly (readonly [app: string, currency: string])[]
  readonly numbers: Readonly<Record<string, NumberRule>>
  /** Whether two rows with the same key are bad; else they are added up. */
  readonly refuseDuplicates: boolean
}

/** A bad cell, and the place of its row. */
export interface FoundCell {
  readonly file: number
  readonly line: number
  readonly column: string
  readonly value: string | null
  /** The values that are accepted, if a reader found the cell; else the column's rule states them. */
  readonly accepts?: string
  /** For a duplicate, the line with the same key. */
  readonly sameAs?: { readonly file: number; readonly line: number }
}

/** The number of bad cells. */
export interface CheckOutcome {
  readonly badCells: number
  /** Bad cells that leave the slice of their row unknown. */
  readonly unreadable: number
}

const badCellsTable = `CREATE OR REPLACE TEMP TABLE bad_cells (
  stage_row BIGINT, file USMALLINT, line UBIGINT, column_name VARCHAR, column_order USMALLINT,
  value VARCHAR, accepts VARCHAR, same_file USMALLINT, same_line UBIGINT
)`

/** Faults that the readers found. Those of whole rows come before those of cells. */
const faultRows = `INSERT INTO bad_cells
  SELECT rowid, file, line, fault_column, 0, fault_value, fault_accepts, NULL, NULL
  FROM stage WHERE fault_column IS NOT NULL`

/** The key that a row will be stored under: a missing ad tag is the default one. */
const keyOf = ({ keyColumns, labels }: FactKind): string =>
  keyColumns
    .map((column) => {
      const fallback = labels[column]?.fallback
      return fallback === undefined ? column : `coalesce(${column}, '${fallback}')`
    })
    .join(', ')

/** Checks the staged rows and lists the bad cells, if there are any, in `bad_cells`. */
export async function checkRows(
  connection: DuckDBConnection,
  kind: FactKind,
  checks: RowChecks,
): Promise<CheckOutcome> {
  const { badLabels, foreignCurrencies, numbers } = checks
  const [faults, badNumbers, repeated] = await countSuspects(connection, kind, checks)
  if (badLabels.length + foreignCurrencies.length + faults! + badNumbers! + repeated! === 0) {
    return { badCells: 0, unreadable: 0 }
  }
  await connection.run(badCellsTable)
  await connection.run(faultRows)
  if (badLabels.length > 0) await listBadLabels(connection, kind, badLabels)
  if (badNumbers! > 0) {
    for (const [column, rule] of rulesOf(numbers)) {
      await connection.run(badNumberRows(kind, column, rule))
    }
  }
  if (foreignCurrencies.length > 0) {
    await putForeignCurrencies(connection, foreignCurrencies)
    await connection.run(foreignCurrencyRows(kind))
  }
  if (repeated! > 0) await connection.run(duplicateRows(kind))
  const slice = kind.sliceColumns.map((column) => `'${column}'`).join(', ')
  const [row] = await rowsOf(
    connection,
    `SELECT count(*), count(*) FILTER (WHERE unreadable OR column_name IN (${slice}))
    FROM bad_cells JOIN stage ON stage.rowid = stage_row`,
  )
  const [badCells, unreadable] = row!
  return { badCells: Number(badCells), unreadable: Number(unreadable) }
}

const orderOf = ({ columns }: FactKind, column: string): number => columns.indexOf(column) + 1

function insertBad(column: string, order: number, rest: string): string {
  return `INSERT INTO bad_cells
    SELECT stage.rowid, file, line, '${column}', ${order}, ${column}, NULL, NULL, NULL
    ${rest} AND NOT unreadable`
}

async function listBadLabels(
  connection: DuckDBConnection,
  kind: FactKind,
  badLabels: RowChecks['badLabels'],
): Promise<void> {
  const rows = badLabels.map(({ column, value }) => [column, value])
  await putTable(connection, 'bad_labels', { label_column: VARCHAR, label: VARCHAR }, rows)
  const columns = new Set(badLabels.map(({ column }) => column))
  for (const column of columns) await connection.run(badLabelRows(kind, column))
}

function badLabelRows(kind: FactKind, column: string): string {
  return insertBad(
    column,
    orderOf(kind, column),
    `FROM stage JOIN bad_labels
      ON label_column = '${column}' AND stage.${column} IS NOT DISTINCT FROM label`,
  )
}

function badNumberRows(kind: FactKind, column: string, rule: NumberRule): string {
  return insertBad(column, orderOf(kind, column), `FROM stage WHERE ${isBadNumber(column, rule)}`)
}

function isBadNumber(column: string, { pattern, required }: NumberRule): string {
  return `coalesce(NOT regexp_full_match(${column}, '${pattern}'), ${required})`
}

const rulesOf = (numbers: RowChecks['numbers']) => Object.entries(numbers)

/** A number as it is staged. It ends the statement if it is bad. */
export const acceptedNumber = (column: string, rule: NumberRule): string =>
  `CASE WHEN ${isBadNumber(column, rule)} THEN error('adtally: a number is bad') ELSE ${column} END`

/** Whether any number of a row is bad. */
const anyBadNumber = (numbers: RowChecks['numbers']): string =>
  `(${rulesOf(numbers)
    .map(([column, rule]) => isBadNumber(column, rule))
    .join(' OR ')})`

/**
 * Counts the rows with faults, those with bad numbers, and those that may have the key of another row, in one pass:
 * most imports have none. Different keys may have the same hash; then `duplicateRows` finds nothing.
 */
async function countSuspects(
  connection: DuckDBConnection,
  kind: FactKind,
  { numbers, refuseDuplicates }: RowChecks,
): Promise<number[]> {
  const repeated = `count(*) - count(DISTINCT hash(${keyOf(kind)}))`
  const [row] = await rowsOf(
    connection,
    `SELECT count(fault_column), count(*) FILTER (NOT unreadable AND ${anyBadNumber(numbers)}),
      ${refuseDuplicates ? repeated : '0'}
    FROM stage`,
  )
  return row!.map(Number)
}

const foreignCurrencyRows = (kind: FactKind) =>
  insertBad(
    'currency',
    orderOf(kind, 'currency'),
    `FROM stage JOIN foreign_currencies ON app_id = reference AND currency = stated_currency`,
  )

/** Each row with the key of an earlier row. */
const duplicateRows = (kind: FactKind): string => {
  const key = keyOf(kind)
  return `INSERT INTO bad_cells
  SELECT stage_row, file, line, '${kind.keyColumns.join(', ')}', ${kind.columns.length + 1},
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
}

/** Lists app references with a currency that is not their account's in `foreign_currencies`. */
export function putForeignCurrencies(
  connection: DuckDBConnection,
  pairs: RowChecks['foreignCurrencies'],
): Promise<void> {
  const columns = { reference: VARCHAR, stated_currency: VARCHAR }
  return putTable(connection, 'foreign_currencies', columns, pairs)
}
