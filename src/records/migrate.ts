import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import {
  damagedData,
  type NamedMigration,
  newerData,
  type OnUpgrade,
  progressOf,
  unreleasedData,
} from '../storage/upgrades/migration.ts'
import type { ColumnTypes } from './engine.ts'
import { accountsAndApps } from './migrations/0001-accounts-and-apps.ts'
import { community } from './migrations/0002-community.ts'
import { finalityRules } from './migrations/0003-finality-rules.ts'
import { sessions } from './migrations/0004-sessions.ts'
import { failedImports } from './migrations/0005-failed-imports.ts'
import { figureEntries } from './migrations/0006-figure-entries.ts'
import { secondEdition } from './migrations/0022-second-edition.ts'
import { thirdEdition } from './migrations/0029-third-edition.ts'
import { plainReads } from './migrations/0030-plain-reads.ts'
import { settlement } from './migrations/0031-settlement.ts'
import { messages } from './migrations/0032-messages.ts'
import { depthOfConnections } from './migrations/0033-depth-of-connections.ts'
import { destinations } from './migrations/0034-destinations.ts'
import { destinationsOfAll } from './migrations/0035-destinations-of-all.ts'
import { partners } from './migrations/0036-partners.ts'
import { statementKeys } from './migrations/0037-statement-keys.ts'
import type { Tables } from './tables/tables.ts'

/** One forward change of the relational tables. It never changes after its release. */
export interface RelationalMigration extends NamedMigration, Migration {
  /** Unreleased migrations that it stands for. A database that has all of them has it. */
  readonly replaces?: readonly string[]
}

/** Oldest first. Add new ones at the end. */
export const relationalMigrations = (types: ColumnTypes): readonly RelationalMigration[] => [
  { name: '0001-accounts-and-apps', ...accountsAndApps(types) },
  { name: '0002-community', ...community(types) },
  { name: '0003-finality-rules', ...finalityRules(types) },
  { name: '0004-sessions', ...sessions(types) },
  { name: '0005-failed-imports', ...failedImports(types) },
  { name: '0006-figure-entries', ...figureEntries(types) },
  {
    name: '0022-second-edition',
    ...secondEdition(types),
    replaces: [
      '0007-failed-import-facts',
      '0008-installation',
      '0009-audit-events',
      '0010-account-labels',
      '0011-api-keys',
      '0012-users',
      '0013-import-requests',
      '0014-manage-apps',
      '0015-report-links',
      '0016-touched-accounts',
      '0017-record-changes',
      '0018-connections',
      '0019-connection-schedules',
      '0020-views-and-notes',
      '0021-failed-import-settings',
      '0022-history-horizons',
    ],
  },
  {
    name: '0029-third-edition',
    ...thirdEdition(types),
    replaces: [
      '0023-links-of-accounts',
      '0024-daily-rates',
      '0025-set-aside',
      '0026-failed-days',
      '0027-apps-of-users',
      '0028-setup-links',
      '0029-primary-sources',
    ],
  },
  { name: '0030-plain-reads', ...plainReads(types) },
  { name: '0031-settlement', ...settlement(types) },
  { name: '0032-messages', ...messages(types) },
  { name: '0033-depth-of-connections', ...depthOfConnections(types) },
  { name: '0034-destinations', ...destinations(types) },
  { name: '0035-destinations-of-all', ...destinationsOfAll(types) },
  { name: '0036-partners', ...partners(types) },
  { name: '0037-statement-keys', ...statementKeys(types) },
]

export interface PendingMigrations {
  /** The names of those that it has. */
  readonly applied: readonly string[]
  readonly pending: readonly RelationalMigration[]
}

/**
 * Finds the migrations that a database does not have. Changes nothing.
 *
 * @param place the database's name in messages
 * @throws UnusableStoreError when it has one that is not in this Adtally, only a part of those that one replaces, or is
 *   damaged
 */
export async function findPending(
  database: Kysely<Tables>,
  migrations: readonly RelationalMigration[],
  place: string,
): Promise<PendingMigrations> {
  // The order matters: another process may commit the tables and their list between both queries.
  const hasTables = (await rowsOf(sql`SELECT id FROM accounts LIMIT 1`, database)) !== null
  const rows = await rowsOf(sql<{ name: string }>`SELECT name FROM kysely_migration`, database)
  const applied = rows?.map(({ name }) => name) ?? []
  if (hasTables && applied.length === 0) {
    throw damagedData(place, 'it has tables, but no list of migrations')
  }
  const namesOf = ({ name, replaces = [] }: RelationalMigration) => [name, ...replaces]
  const unknown = applied.find((name) => !migrations.flatMap(namesOf).includes(name))
  if (unknown !== undefined) {
    throw newerData(place, `it has the migration ${unknown}, which is not in this Adtally`, null)
  }
  const pending = migrations.filter(({ name, replaces = [] }) => {
    const found = replaces.filter((replaced) => applied.includes(replaced)).length
    if (found === 0) return !applied.includes(name)
    if (found === replaces.length) return false
    const why = `it has ${found} of the ${replaces.length} migrations that ${name} replaces`
    throw unreleasedData(place, why)
  })
  return { applied, pending }
}

/**
 * Runs migrations in one transaction. If several processes start at once, one runs them and the others
 * wait.
 *
 * @param copy the copy of the file before the upgrade; null for none
 * @throws UnusableStoreError when the tables are not what the migrations expect
 */
export async function runMigrations(
  database: Kysely<Tables>,
  { applied, pending }: PendingMigrations,
  place: string,
  copy: string | null,
  onUpgrade?: OnUpgrade,
): Promise<void> {
  // New tables need no progress.
  const reporterOf = progressOf(place, pending, copy, applied.length === 0 ? undefined : onUpgrade)
  const done = applied.map((name) => [name, { up: async () => undefined }])
  const reporting = pending.map((migration) => {
    const onShare = reporterOf(migration)
    const up = async (db: Kysely<Tables>) => {
      onShare(0)
      await migration.up(db)
      onShare(1)
    }
    return [migration.name, { up }]
  })
  const provider = { getMigrations: async () => Object.fromEntries([...done, ...reporting]) }
  // They name tables and columns as the database does.
  const db = database.withoutPlugins()
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error === undefined) return
  const { message } = error as Error
  throw /already exists|corrupted migrations/.test(message) || isMissing(error)
    ? damagedData(place, `its tables do not match its list of migrations (${message})`, error)
    : error
}

/**
 * Checks the tables with the database's unique ids.
 *
 * @throws UnusableStoreError when they are missing or do not have exactly one row
 */
export async function checkIdentities(database: Kysely<Tables>, place: string): Promise<void> {
  for (const table of ['catalogue_state', 'figure_state', 'installation'] as const) {
    const rows = await rowsOf(sql`SELECT identity FROM ${sql.table(table)}`, database)
    if (rows?.length === 1) continue
    throw damagedData(
      place,
      `its table ${table} ${rows ? `has ${rows.length} rows` : 'is missing'}`,
    )
  }
}

/** @returns null when the table or column does not exist */
async function rowsOf<Row>(query: RawBuilder<Row>, database: Kysely<Tables>) {
  try {
    return (await query.execute(database)).rows
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether a table or column does not exist. */
function isMissing(error: unknown): boolean {
  const { message, code = '' } = error as Error & { code?: string }
  return /^no such (table|column)/.test(message) || /^42(P01|703)$/.test(code)
}
