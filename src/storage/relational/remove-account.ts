import type { Kysely } from 'kysely'
import { countChange } from './count-change.ts'
import type { Tables } from './tables.ts'

/** The tables whose rows belong to an account, apart from its apps. */
const ownTables = ['api_keys', 'sessions', 'failed_imports', 'import_requests'] as const

/**
 * Removes an account with its apps and all that belongs to it. Games stay without their apps, and the
 * audit log stays as it is.
 */
export async function removeAccount(database: Kysely<Tables>, id: number): Promise<void> {
  const apps = database.selectFrom('apps').select('key').where('account_id', '=', id)
  await database.updateTable('games').set({ app_key: null }).where('app_key', 'in', apps).execute()
  await database.deleteFrom('app_links').where('app_key', 'in', apps).execute()
  await database.deleteFrom('apps').where('account_id', '=', id).execute()
  for (const table of ownTables) {
    await database.deleteFrom(table).where('account_id', '=', id).execute()
  }
  await database.deleteFrom('accounts').where('id', '=', id).execute()
  await countChange(database)
}
