import { type FactKind, microsOf } from '../facts/fact-kind.ts'
import type { ColumnType } from '../reporting/report-table.ts'

/** The type of a warehouse's column; every engine has its own name for it. */
export type WarehouseType = ColumnType | { readonly kind: 'time' } | { readonly kind: 'flag' }

export interface WarehouseColumn {
  readonly name: string
  readonly type: WarehouseType
  readonly isOptional: boolean
  readonly comment: string
}

export interface WarehouseTable {
  readonly name: string
  readonly comment: string
  readonly columns: readonly WarehouseColumn[]
}

/** A value in a small table: days since 1970-01-01 of a day, milliseconds since 1970 of a time. */
export type TableValue = string | number | bigint | boolean | null
export type TableRow = Readonly<Record<string, TableValue>>

/** Rows of a small table. */
export interface TableRows {
  readonly table: WarehouseTable
  readonly rows: readonly TableRow[]
}

const text = { kind: 'text' } as const
const integer = { kind: 'integer' } as const
const day = { kind: 'day' } as const
const time = { kind: 'time' } as const
const money = { kind: 'decimal', precision: 19, scale: 6 } as const
/** Sums of counts and of money. */
const total = { kind: 'decimal', precision: 38, scale: 6 } as const

const column = (name: string, type: WarehouseType, comment: string): WarehouseColumn => ({
  name,
  type,
  isOptional: false,
  comment,
})
const optional = (name: string, type: WarehouseType, comment: string): WarehouseColumn => ({
  ...column(name, type, comment),
  isOptional: true,
})

const accountColumn = column('account', text, 'The username of the account.')

/** The columns of a kind's rows, as the report endpoint names them. */
export function factTable(kind: FactKind): WarehouseTable {
  const isOptional = (stored: string) => kind.optionalNumbers.includes(stored)
  return {
    name: kind.name,
    comment: `${kind.title}: the rows that are current.`,
    columns: [
      accountColumn,
      column('date', day, 'The day of the report.'),
      column('app_id', text, 'The app, which apps describes.'),
      ...Object.entries(kind.labels).map(([name, { shownAs = name, description, code }]) =>
        column(shownAs, code === 'number' ? integer : text, description),
      ),
      ...kind.countNames.map((name) => ({
        ...column(name, integer, 'A count; null where it is unknown.'),
        isOptional: isOptional(name),
      })),
      ...kind.moneyNames.map((name) => ({
        ...column(name, money, 'Money in the currency of the account.'),
        isOptional: isOptional(microsOf(name)),
      })),
    ],
  }
}

/** The first and the last ledger entry with a row. */
export const validity: readonly WarehouseColumn[] = [
  column('valid_from_entry', integer, 'The ledger entry that stated the row.'),
  optional('valid_to_entry', integer, 'The ledger entry that ended it; null while it is current.'),
]

/** A kind's rows in Parquet files: which entry stated a row is known, not which one ended it. */
export function fileTable(kind: FactKind): WarehouseTable {
  const { columns, ...table } = factTable(kind)
  return { ...table, columns: [...columns, validity[0]!] }
}

/** The name of the column of a kind's slices. */
export const sliceColumn = (kind: FactKind): string =>
  kind.labels[kind.sliceLabel]!.shownAs ?? kind.sliceLabel

export const stateTable: WarehouseTable = {
  name: 'adtally_state',
  comment: 'The state of the copy, one row for each account.',
  columns: [
    accountColumn,
    column('installation', text, 'The history of figures that entries are of.'),
    column('generation', integer, 'When it was last restored from a backup.'),
    column('entry', integer, 'The last ledger entry that the copy has.'),
    optional('as_of', time, 'When that entry was committed.'),
    column('currency', text, 'Of all money of the account.'),
    column('keeps_history', { kind: 'flag' }, 'Whether ended rows stay in the copy.'),
    column('apps_mark', text, 'Changes with apps, statements and closes.'),
  ],
}

export const entriesTable: WarehouseTable = {
  name: 'adtally_entries',
  comment: 'The ledger entries that changed facts of an account, since the copy was begun.',
  columns: [
    accountColumn,
    column('entry', integer, 'Its number.'),
    column('kind', text, 'import, undo, deletion, merge or revaluation.'),
    column('source', text, 'The source of an import.'),
    column('committed_at', time, 'When it was committed.'),
  ],
}

export const proofTable: WarehouseTable = {
  name: 'adtally_proof',
  comment: 'What the current rows of each month add up to in Adtally.',
  columns: [
    accountColumn,
    column('table_name', text, 'The kind of fact.'),
    column('month', day, 'The first day of the month.'),
    column('column_name', text, 'The column, or rows for the number of rows.'),
    column('total', total, 'The sum; unknown numbers add nothing.'),
  ],
}

export const appsTable: WarehouseTable = {
  name: 'apps',
  comment: 'The apps of an account.',
  columns: [
    accountColumn,
    column('app_id', text, 'Never changes.'),
    column('app_name', text, 'Its name.'),
    column('platform', text, 'ios, android and so on.'),
    optional('app_bundle_id', text, 'Of the store.'),
    optional('android_package', text, 'Of the store.'),
    optional('app_store_id', integer, 'Of the store.'),
  ],
}

export const freshnessTable: WarehouseTable = {
  name: 'freshness',
  comment: 'The days that networks and sources have reported.',
  columns: [
    accountColumn,
    column('table_name', text, 'The kind of fact.'),
    column('month', day, 'The first day of its month.'),
    column('date', day, 'The day.'),
    column('network', text, 'The network, source or channel.'),
    column('is_restated', { kind: 'flag' }, 'Whether it changed after it was first reported.'),
    column('last_changed_at', time, 'When it last changed.'),
    column('day_zone', text, 'The clock whose midnights divide its days.'),
  ],
}

export const statementLinesTable: WarehouseTable = {
  name: 'statement_lines',
  comment: 'What networks said that they owe, took and paid, by network and month.',
  columns: [
    accountColumn,
    column(
      'line',
      integer,
      'The line of the statement. It has a row for each month that it is about.',
    ),
    column('statement', text, 'The import of the statement.'),
    column('kind', text, 'opening, earnings, adjustment, fee, tax, payment or reversal.'),
    column('date', day, 'The day of the statement, or on which money moved.'),
    optional('network', text, 'Null where the file names none.'),
    optional('month', day, 'The first day of the month; null while the line waits to be assigned.'),
    optional('app_id', text, 'Null for all apps of the network.'),
    column('currency', text, 'Of amount.'),
    column('amount', money, 'As the statement has it.'),
    optional('value', money, 'In the currency of the account; null while the line waits.'),
    column('reference', text, 'Of an invoice or transfer.'),
    optional('reason', text, 'Of an adjustment.'),
    optional('booked_in', day, 'The month whose close booked it; null before.'),
  ],
}

export const closesTable: WarehouseTable = {
  name: 'month_closes',
  comment: 'Revenue of closed months, as it was when they were closed.',
  columns: [
    accountColumn,
    column('month', day, 'The first day of the month.'),
    column('entry', integer, 'The ledger entry that its figures are of.'),
    column('closed_at', time, 'When it was closed.'),
    optional('closed_by', text, 'Null for a command.'),
    column('network', text, 'The network.'),
    optional('app_id', text, 'The app.'),
    column('revenue', money, 'In the currency of the account.'),
  ],
}

/** The tables that are kept beside those of facts. */
export const smallTables = [
  stateTable,
  entriesTable,
  proofTable,
  appsTable,
  freshnessTable,
  statementLinesTable,
  closesTable,
]
