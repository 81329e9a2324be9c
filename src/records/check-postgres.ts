import { Kysely, sql } from 'kysely'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { postgresColumns } from './engine.ts'
import { checkIdentities, findPending, relationalMigrations } from './migrate.ts'
import { postgresDialect, withPostgresDefaults } from './node-postgres.ts'
import { hostAndDatabase, PostgresError } from './postgres-error.ts'
import { factsFrom, type RecordFacts } from './record-facts.ts'
import type { Tables } from './tables/tables.ts'

/** The records in a PostgreSQL database. */
export interface CheckedPostgres {
  /** Migrations that the tables do not have yet. */
  readonly pending: readonly string[]
  /** Null while migrations are pending. */
  readonly facts: RecordFacts | null
  /** The size of the database on the server's disk. */
  readonly bytes: number
}

/**
 * Reads the records of a PostgreSQL database, and changes nothing.
 *
 * @throws UnusableStoreError when the server does not answer, or the tables are missing, damaged or newer
 */
export async function checkPostgres(url: string): Promise<CheckedPostgres> {
  const settings = withPostgresDefaults({ readConnections: 1 })
  const database = new Kysely<Tables>({ dialect: postgresDialect(url, 'reads', settings) })
  const rowsOf = async (query: string) =>
    (await sql.raw<Record<string, unknown>>(query).execute(database)).rows
  const place = `PostgreSQL database ${hostAndDatabase(url)}`
  try {
    const found = await findPending(database, relationalMigrations(postgresColumns), place)
    if (found.applied.length === 0) throw new UnusableStoreError(`${place} has no tables.`)
    await checkIdentities(database, place)
    const pending = found.pending.map(({ name }) => name)
    const [size] = await rowsOf('SELECT pg_database_size(current_database()) AS bytes')
    const facts = pending.length === 0 ? await factsFrom(rowsOf) : null
    return { pending, facts, bytes: Number(size!.bytes) }
  } catch (error) {
    throw error instanceof UnusableStoreError ? error : new PostgresError(url, error)
  } finally {
    await database.destroy()
  }
}
