import { type Kysely, sql } from 'kysely'
import { AppStore } from '../../src/records/app-store.ts'
import type { RelationalOptions } from '../../src/records/database.ts'
import { sqliteColumns } from '../../src/records/engine.ts'
import { FigureEntries } from '../../src/records/figure-entries.ts'
import { type RelationalMigration, relationalMigrations } from '../../src/records/migrate.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import type { Tables } from '../../src/records/tables/tables.ts'

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

/** All migrations, and later ones. */
export const adding =
  (...added: readonly RelationalMigration[]): typeof relationalMigrations =>
  (types) => [...relationalMigrations(types), ...added]

export const withBoth = adding(secondTable, thirdTable)

/** The migrations up to one, as an earlier commit had them. */
export const upTo =
  (last: string): typeof relationalMigrations =>
  (types) => {
    const all = relationalMigrations(types)
    return all.slice(0, all.findIndex(({ name }) => name === last) + 1)
  }

/**
 * Statements that give a store the list of migrations of a commit between releases, whose migrations were put together
 * since.
 *
 * @param last the last one of that commit
 */
export function listUnreleased(last: string): string[] {
  const all = relationalMigrations(sqliteColumns)
  const names = all.flatMap(({ name, replaces = [name] }) => replaces)
  const kept = names.filter((name) => name <= last)
  return [
    'DELETE FROM kysely_migration',
    ...kept.map((name) => `INSERT INTO kysely_migration VALUES ('${name}', '2026')`),
  ]
}

/** All migrations. The last one of the first edition also fills its tables. */
export const filledFirst =
  (fill: (db: Kysely<Tables>) => Promise<void>): typeof relationalMigrations =>
  (types) =>
    relationalMigrations(types).map((migration) => {
      if (migration.name !== '0006-figure-entries') return migration
      const up = async (db: Kysely<Tables>) => {
        await migration.up(db)
        await fill(db)
      }
      return { ...migration, up }
    })

/**
 * Writes a ledger of two entries before it recorded the accounts that they touch, and a third one after.
 *
 * @returns the last entry of three accounts before and after the third one, which touches the first account
 */
export async function upgradeLedger(
  open: (options: RelationalOptions) => Promise<RelationalDatabase>,
): Promise<number[][]> {
  const migrations = filledFirst(async (db) => {
    for (const id of [1, 2]) {
      await sql`INSERT INTO figure_entries (id, kind, committed_at_ms, source, day_zone, files, hashes,
          row_count, slice_count, first_day, last_day)
        VALUES (${id}, 'import', ${id}, 'adtally', 'UTC', '[]', '[]', 1, 1, 1, 1)`.execute(db)
    }
  })
  const after = await open({ migrations })
  const entries = new FigureEntries(after)
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
    migrations: (types) => relationalMigrations(types).filter(({ name }) => name < '0029'),
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
  const apps = new AppStore(after)
  const [theirs] = await apps.byIds(['app-2'])
  await apps.link([{ network: 'admob', networkAppId: 'id-1', app: theirs! }], false)
  const found = await Promise.all([1, 2].map((account) => apps.linksOf(account)))
  await after.close()
  return found.map((links) => links.map(({ networkAppId, app }) => `${networkAppId} ${app.appId}`))
}
