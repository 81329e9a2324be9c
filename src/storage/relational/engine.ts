import { type ColumnBuilderCallback, type ColumnDataType, type RawBuilder, sql } from 'kysely'

type ColumnType = ColumnDataType | RawBuilder<unknown>

/** The types of columns, which differ between engines. Queries are the same. */
export interface ColumnTypes {
  /** Text, compared and sorted by its UTF-8 bytes. */
  readonly text: ColumnType
  /** Whole numbers up to 2^53. */
  readonly integer: ColumnType
  readonly bytes: ColumnType
  /** A key that increases with each row, and the rest of its declaration. */
  readonly key: ColumnType
  readonly asKey: ColumnBuilderCallback
}

export const sqliteColumns: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  key: 'integer',
  // Keys of deleted rows are never used again.
  asKey: (column) => column.primaryKey().autoIncrement(),
}

export const postgresColumns: ColumnTypes = {
  // The default is to sort by the rules of the database's locale.
  text: sql`text COLLATE "C"`,
  // PostgreSQL's integer has 32 bits.
  integer: 'bigint',
  bytes: 'bytea',
  key: 'bigint',
  asKey: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
}
