import type { Kysely } from 'kysely'
import { confirmEndings } from './app-endings.ts'
import { countChange } from './count-change.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

/** See {@link AppStore.confirmPendingApps}. */
export async function confirmPending(
  database: RelationalDatabase,
  lastImport: number,
  lost: readonly number[],
): Promise<void> {
  const { reads } = database
  const inDoubt = await reads
    .selectFrom('apps')
    .select('pendingImport')
    .where((e) => e.or([e('pendingImport', 'is not', null), e('pendingEnd', 'is not', null)]))
    .unionAll(
      reads.selectFrom('appLinks').select('pendingImport').where('pendingImport', 'is not', null),
    )
    .execute()
  if (inDoubt.length === 0) return
  // Removing an app may wait for an import of games. Taking both locks here prevents a deadlock.
  const imports = new Set(inDoubt.flatMap(({ pendingImport: importId }) => importId ?? []))
  const gone = [...imports].filter((id) => id > lastImport || lost.includes(id))
  const isAnyLost = gone.length > 0
  await database.withLock(
    isAnyLost ? ['records', 'catalogue'] : ['catalogue'],
    async (transaction) => {
      if (isAnyLost) await removeCreatedBy(transaction, gone)
      for (const table of ['apps', 'appLinks'] as const) {
        await transaction
          .updateTable(table)
          .set({ pendingImport: null })
          .where('pendingImport', '<=', lastImport)
          .execute()
      }
      await confirmEndings(transaction, lastImport, lost)
      await countChange(transaction)
    },
  )
}

async function removeCreatedBy(
  database: Kysely<Tables>,
  imports: readonly number[],
): Promise<void> {
  for (const table of ['appLinks', 'apps'] as const) {
    await database.deleteFrom(table).where('pendingImport', 'in', imports).execute()
  }
}
