import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely'
import { type CountedTables, countInPostgres, countInSqlite } from './change-triggers.ts'
import type { Tables } from './tables/tables.ts'

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
  /** Drops columns of which one is unique. */
  readonly dropUniqueColumns: (database: Kysely<Tables>, drop: DroppedColumns) => Promise<void>
  /** Counts committed changes of tables in `record_changes`. */
  readonly countChangesOf: (database: Kysely<Tables>, tables: CountedTables) => Promise<void>
}

export interface DroppedColumns {
  readonly table: string
  readonly columns: readonly string[]
  /** Adds the columns that stay. */
  readonly create: (table: CreateTableBuilder<string, never>) => CreateTableBuilder<string, string>
}

export const sqliteColumns: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  key: 'integer',
  // Keys of deleted rows are never used again.
  asKey: (column) => column.primaryKey().autoIncrement(),
  dropUniqueColumns: makeAgain,
  countChangesOf: countInSqlite,
}

export const postgresColumns: ColumnTypes = {
  // The default is to sort by the rules of the database's locale.
  text: sql`text COLLATE "C"`,
  // PostgreSQL's integer has 32 bits.
  integer: 'bigint',
  bytes: 'bytea',
  key: 'bigint',
  asKey: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  dropUniqueColumns: async (database, { table, columns }) => {
    for (const column of columns)
      await database.schema.alterTable(table).dropColumn(column).execute()
  },
  countChangesOf: countInPostgres,
}

/**
 * SQLite drops no unique columns, so the table is made again. Rows of other tables that refer to its
 * rows are checked when the transaction ends, and keep referring to them.
 */
async function makeAgain(
  database: Kysely<Tables>,
  { table, columns, create }: DroppedColumns,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database)
  const found = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(
    database,
  )
  const kept = found.rows.map(({ name }) => name).filter((name) => !columns.includes(name))
  const names = kept.join(', ')
  await run('PRAGMA defer_foreign_keys = ON')
  await run(`CREATE TEMP TABLE kept_rows AS SELECT ${names} FROM ${table}`)
  await run(`CREATE TEMP TABLE kept_key AS SELECT seq FROM sqlite_sequence WHERE name = '${table}'`)
  await run(`DROP TABLE ${table}`)
  await create(database.schema.createTable(table)).execute()
  await run(`INSERT INTO ${table} (${names}) SELECT ${names} FROM kept_rows`)
  await run(`DELETE FROM sqlite_sequence WHERE name = '${table}'`)
  await run(`INSERT INTO sqlite_sequence SELECT '${table}', seq FROM kept_key`)
  await run('DROP TABLE kept_rows')
  await run('DROP TABLE kept_key')
}
