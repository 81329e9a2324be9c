import { type ColumnBuilderCallback, type ColumnDataType, type RawBuilder, sql } from 'kysely'

type ColumnType = ColumnDataType | RawBuilder<unknown>

/** What the tables of the engines differ in: how columns are declared. Queries are the same text. */
export interface ColumnTypes {
  /** Text that is compared and sorted by its UTF-8 bytes. */
  readonly text: ColumnType
  /** Whole numbers up to 2^53. */
  readonly integer: ColumnType
  readonly bytes: ColumnType
  /** A key that grows with each row, and the rest of its declaration. */
  readonly key: ColumnType
  readonly asKey: ColumnBuilderCallback
}

export const sqliteColumns: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  key: 'integer',
  // Keys of rows that are gone are never given again.
  asKey: (column) => column.primaryKey().autoIncrement(),
}

export const postgresColumns: ColumnTypes = {
  // A database sorts by the rules of its locale, unless a column says otherwise.
  text: sql`text COLLATE "C"`,
  // PostgreSQL's integer has 32 bits.
  integer: 'bigint',
  bytes: 'bytea',
  key: 'bigint',
  asKey: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
}
