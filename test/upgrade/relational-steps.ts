import { sql } from 'kysely'
import type { Connection } from '../../src/connections/connection.ts'
import type { RelationalOptions } from '../../src/storage/relational/database.ts'
import {
  type RelationalMigration,
  relationalMigrations,
} from '../../src/storage/relational/migrate.ts'
import { RelationalAppStore } from '../../src/storage/relational/relational-app-store.ts'
import { RelationalConnectionStore } from '../../src/storage/relational/relational-connection-store.ts'
import type { RelationalDatabase } from '../../src/storage/relational/relational-database.ts'
import { RelationalFigureEntries } from '../../src/storage/relational/relational-figure-entries.ts'

/** Migrations of imaginary later releases. */
export const secondTable: RelationalMigration = {
  name: '0101-second',
  up: async (db) => {
    await sql`CREATE TABLE steps (version INTEGER)`.execute(db)
    await sql`INSERT INTO steps VALUES (101)`.execute(db)
  },
}

export const thirdTable: RelationalMigration = {
  name: '0102-third',
  up: async (db) => {
    await sql`INSERT INTO steps VALUES (102)`.execute(db)
  },
}

/**
 * Writes a ledger of two entries before it recorded the accounts that they touch, and a third one after.
 *
 * @returns the last entry of three accounts before and after the third one, which touches the first account
 */
export async function upgradeLedger(
  open: (options: RelationalOptions) => Promise<RelationalDatabase>,
): Promise<number[][]> {
  const before = await open({
    migrations: (types) => relationalMigrations(types).filter(({ name }) => name < '0016'),
  })
  for (const id of [1, 2]) {
    const texts = { kind: 'import', source: 'adtally', day_zone: 'UTC', files: '[]', hashes: '[]' }
    const counts = { committed_at_ms: id, row_count: 1, slice_count: 1 }
    const none = { undoes: null, report: null, subject: null, request: null }
    await before.writes
      .insertInto('figure_entries')
      .values({ id, ...texts, ...counts, ...none, first_day: 1, last_day: 1 })
      .execute()
  }
  await before.close()
  const after = await open({})
  const entries = new RelationalFigureEntries(after)
  const lastEntries = async () => {
    const states = await Promise.all(
      [1, 2, 2_000_000_000].map((account) => entries.stateOf(account)),
    )
    return states.map(({ entry }) => entry)
  }
  const upgraded = await lastEntries()
  const [second] = await entries.byIds([2])
  const cleanup = { highestEntry: async () => 2, clear: async () => [] }
  await entries.write(cleanup, (write) =>
    write.commit({ ...second!, committedAtMs: 3 }, [], [], [1]),
  )
  const states = [upgraded, await lastEntries()]
  await after.close()
  return states
}

/**
 * Adds links to a store of before links belonged to accounts.
 *
 * @returns the links of both accounts after the upgrade
 */
export async function upgradeLinks(
  open: (options: RelationalOptions) => Promise<RelationalDatabase>,
): Promise<string[][]> {
  const before = await open({
    migrations: (types) => relationalMigrations(types).filter(({ name }) => name < '0023'),
  })
  for (const id of [1, 2]) {
    await sql`INSERT INTO accounts (id, username, currency, created_at)
      VALUES (${id}, ${`studio-${id}`}, 'USD', '2026-03-01T00:00:00.000Z')`.execute(before.writes)
    await sql`INSERT INTO apps (key, app_id, account_id, name, platform)
      VALUES (${id}, ${`app-${id}`}, ${id}, 'Zap', 'ios')`.execute(before.writes)
    await sql`INSERT INTO app_links (network, network_app_id, platform, app_key)
      VALUES ('admob', ${`id-${id}`}, 'ios', ${id})`.execute(before.writes)
  }
  await before.close()
  const after = await open({})
  const apps = new RelationalAppStore(after)
  const [theirs] = await apps.byIds(['app-2'])
  await apps.link([{ network: 'admob', networkAppId: 'id-1', app: theirs! }], false)
  const found = await Promise.all([1, 2].map((account) => apps.linksOf(account)))
  await after.close()
  return found.map((links) => links.map(({ networkAppId, app }) => `${networkAppId} ${app.appId}`))
}

/**
 * Adds a connection to a store of before connections had schedules of their own.
 *
 * @returns the connection after the upgrade
 */
export async function upgradeConnection(
  open: (options: RelationalOptions) => Promise<RelationalDatabase>,
): Promise<Connection | null> {
  const before = await open({
    migrations: (types) => relationalMigrations(types).filter(({ name }) => name < '0019'),
  })
  await sql`INSERT INTO accounts (id, username, currency, created_at)
    VALUES (1, 'studio', 'USD', '2026-03-01T00:00:00.000Z')`.execute(before.writes)
  await sql`INSERT INTO connections
      (account_id, name, connector, settings, booking, creates_apps, first_day, reread_days, state, created_at_ms)
    VALUES (1, 'max', 'applovin-max', '{}', 'auto', 1, 20500, 9, 'active', 1)`.execute(
    before.writes,
  )
  await before.close()
  const after = await open({})
  const found = await new RelationalConnectionStore(after).byName(1, 'max')
  await after.close()
  return found
}
