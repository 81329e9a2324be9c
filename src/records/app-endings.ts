import type { Kysely, Selectable } from 'kysely'
import type { App } from '../publishers/app.ts'
import { toApp } from './app-row.ts'
import { batchesOf } from './batches-of.ts'
import { countChange } from './count-change.ts'
import type { AppsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/** See {@link AppStore.beginEnding}. */
export async function beginEnding(
  database: Kysely<Tables>,
  key: number,
  entry: number,
  into: number | null,
): Promise<void> {
  await database
    .updateTable('apps')
    .set({ pendingEnd: entry, mergedInto: into })
    .where('key', '=', key)
    .execute()
}

/** Ends the apps whose entry was committed, and keeps those whose entry was not. */
export async function confirmEndings(
  database: Kysely<Tables>,
  lastEntry: number,
  lost: readonly number[],
): Promise<void> {
  await database
    .updateTable('apps')
    .set({ pendingEnd: null, mergedInto: null })
    .where('pendingEnd', 'is not', null)
    .where((e) => e.or([e('pendingEnd', '>', lastEntry), e('pendingEnd', 'in', [0, ...lost])]))
    .execute()
  await database
    .updateTable('apps')
    .set((e) => ({ endedBy: e.ref('pendingEnd'), pendingEnd: null }))
    .where('pendingEnd', 'is not', null)
    .execute()
}

/** See {@link AppStore.restoreEndedBy}. */
export async function restoreEndedBy(database: Kysely<Tables>, entry: number): Promise<void> {
  const ended = await database.selectFrom('apps').selectAll().where('endedBy', '=', entry).execute()
  for (const app of ended) {
    const taken = await takenIdentifiers(database, app)
    await database
      .updateTable('apps')
      .set({ ...taken, endedBy: null, mergedInto: null })
      .where('key', '=', app.key)
      .execute()
  }
  if (ended.length > 0) await countChange(database)
}

const identifiers = ['appStoreId', 'appBundleId', 'androidPackage'] as const

/** The identifiers that another app has by now, as nulls. */
async function takenIdentifiers(
  database: Kysely<Tables>,
  app: Selectable<AppsTable>,
): Promise<Partial<Record<(typeof identifiers)[number], null>>> {
  const taken: Partial<Record<(typeof identifiers)[number], null>> = {}
  for (const column of identifiers) {
    const value = app[column]
    if (value === null) continue
    const other = await database
      .selectFrom('apps')
      .select('key')
      .where('accountId', '=', app.accountId)
      .where('platform', '=', app.platform)
      .where(column, '=', value)
      .where('endedBy', 'is', null)
      .executeTakeFirst()
    if (other) taken[column] = null
  }
  return taken
}

/**
 * Replaces merged apps by those that they were merged into, and leaves out deleted ones.
 *
 * @returns the existing app of each row, by the row's key
 */
export async function followMerges(
  database: Kysely<Tables>,
  rows: readonly Selectable<AppsTable>[],
): Promise<ReadonlyMap<number, App>> {
  const found = new Map<number, App>()
  let open = rows.map((row) => ({ key: row.key, row }))
  while (open.length > 0) {
    for (const { key, row } of open) if (row.endedBy === null) found.set(key, toApp(row))
    const merged = open.filter(({ row }) => row.endedBy !== null && row.mergedInto !== null)
    const next = new Map<number, Selectable<AppsTable>>()
    for (const some of batchesOf(merged.map(({ row }) => row.mergedInto!))) {
      const targets = database.selectFrom('apps').selectAll().where('key', 'in', some)
      for (const target of await targets.execute()) next.set(target.key, target)
    }
    open = merged.flatMap(({ key, row }) => {
      const target = next.get(row.mergedInto!)
      return target ? [{ key, row: target }] : []
    })
  }
  return found
}
