import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import {
  damagedData,
  type NamedMigration,
  newerData,
  type OnUpgrade,
  progressOf,
} from '../upgrades/migration.ts'
import type { ColumnTypes } from './engine.ts'
import { accountsAndApps } from './migrations/0001-accounts-and-apps.ts'
import { community } from './migrations/0002-community.ts'
import { finalityRules } from './migrations/0003-finality-rules.ts'
import { sessions } from './migrations/0004-sessions.ts'
import { failedImports } from './migrations/0005-failed-imports.ts'
import { figureEntries } from './migrations/0006-figure-entries.ts'
import { failedImportFacts } from './migrations/0007-failed-import-facts.ts'
import { installation } from './migrations/0008-installation.ts'
import { auditEvents } from './migrations/0009-audit-events.ts'
import { accountLabels } from './migrations/0010-account-labels.ts'
import { apiKeys } from './migrations/0011-api-keys.ts'
import { users } from './migrations/0012-users.ts'
import { importRequests } from './migrations/0013-import-requests.ts'
import { manageApps } from './migrations/0014-manage-apps.ts'
import { reportLinks } from './migrations/0015-report-links.ts'
import { touchedAccounts } from './migrations/0016-touched-accounts.ts'
import { recordChanges } from './migrations/0017-record-changes.ts'
import { connections } from './migrations/0018-connections.ts'
import { connectionSchedules } from './migrations/0019-connection-schedules.ts'
import { viewsAndNotes } from './migrations/0020-views-and-notes.ts'
import { failedImportSettings } from './migrations/0021-failed-import-settings.ts'
import { historyHorizons } from './migrations/0022-history-horizons.ts'
import { linksOfAccounts } from './migrations/0023-links-of-accounts.ts'
import { dailyRates } from './migrations/0024-daily-rates.ts'
import { setAside } from './migrations/0025-set-aside.ts'
import { failedDays } from './migrations/0026-failed-days.ts'
import { appsOfUsers } from './migrations/0027-apps-of-users.ts'
import { setupLinks } from './migrations/0028-setup-links.ts'
import { primarySources } from './migrations/0029-primary-sources.ts'
import type { Tables } from './tables/tables.ts'

/** One forward change of the relational tables. It never changes after its release. */
export interface RelationalMigration extends NamedMigration, Migration {}

/** Oldest first. Add new ones at the end. */
export const relationalMigrations = (types: ColumnTypes): readonly RelationalMigration[] => [
  { name: '0001-accounts-and-apps', ...accountsAndApps(types) },
  { name: '0002-community', ...community(types) },
  { name: '0003-finality-rules', ...finalityRules(types) },
  { name: '0004-sessions', ...sessions(types) },
  { name: '0005-failed-imports', ...failedImports(types) },
  { name: '0006-figure-entries', ...figureEntries(types) },
  { name: '0007-failed-import-facts', ...failedImportFacts(types) },
  { name: '0008-installation', ...installation(types) },
  { name: '0009-audit-events', ...auditEvents(types) },
  { name: '0010-account-labels', ...accountLabels(types) },
  { name: '0011-api-keys', ...apiKeys(types) },
  { name: '0012-users', ...users(types) },
  { name: '0013-import-requests', ...importRequests(types) },
  { name: '0014-manage-apps', ...manageApps(types) },
  { name: '0015-report-links', ...reportLinks(types) },
  { name: '0016-touched-accounts', ...touchedAccounts(types) },
  { name: '0017-record-changes', ...recordChanges(types) },
  { name: '0018-connections', ...connections(types) },
  { name: '0019-connection-schedules', ...connectionSchedules(types) },
  { name: '0020-views-and-notes', ...viewsAndNotes(types) },
  { name: '0021-failed-import-settings', ...failedImportSettings(types) },
  { name: '0022-history-horizons', ...historyHorizons(types) },
  { name: '0023-links-of-accounts', ...linksOfAccounts(types) },
  { name: '0024-daily-rates', ...dailyRates(types) },
  { name: '0025-set-aside', ...setAside(types) },
  { name: '0026-failed-days', ...failedDays(types) },
  { name: '0027-apps-of-users', ...appsOfUsers(types) },
  { name: '0028-setup-links', ...setupLinks(types) },
  { name: '0029-primary-sources', ...primarySources(types) },
]

export interface PendingMigrations {
  /** Whether the database has no tables yet. */
  readonly isNew: boolean
  readonly pending: readonly RelationalMigration[]
}

/**
 * Finds the migrations that a database does not have. Changes nothing.
 *
 * @param place the database's name in messages
 * @throws UnusableStoreError when it has one that is not in this Adtally, or is damaged
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
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown !== undefined) {
    throw newerData(place, `it has the migration ${unknown}, which is not in this Adtally`, null)
  }
  return {
    isNew: applied.length === 0,
    pending: migrations.filter(({ name }) => !applied.includes(name)),
  }
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
  migrations: readonly RelationalMigration[],
  { isNew, pending }: PendingMigrations,
  place: string,
  copy: string | null,
  onUpgrade?: OnUpgrade,
): Promise<void> {
  // New tables need no progress.
  const reporterOf = progressOf(place, pending, copy, isNew ? undefined : onUpgrade)
  const reporting = migrations.map((migration) => {
    const onShare = reporterOf(migration)
    const up = async (db: Kysely<Tables>) => {
      onShare(0)
      await migration.up(db)
      onShare(1)
    }
    return [migration.name, { up }]
  })
  const provider = { getMigrations: async () => Object.fromEntries(reporting) }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
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
