import type { Kysely } from 'kysely'
import { countChange } from './count-change.ts'
import type { Tables } from './tables/tables.ts'

/** The tables whose rows belong to an account, apart from its apps. */
const ownTables = [
  ...(['api_keys', 'report_links', 'memberships', 'invitations', 'user_sessions'] as const),
  ...(['failed_imports', 'import_requests', 'connections', 'saved_views', 'day_notes'] as const),
  'daily_rates' as const,
  ...(['network_answers', 'set_aside_rows'] as const),
]

/** The tables whose rows belong to a user. */
const userTables = ['identities', 'recovery_codes', 'second_factors', 'user_sessions'] as const

/**
 * Removes an account with its apps and all that belongs to it, and users who have no other account.
 * Games stay without their apps, and the audit log stays as it is.
 */
export async function removeAccount(database: Kysely<Tables>, id: number): Promise<void> {
  const apps = database.selectFrom('apps').select('key').where('account_id', '=', id)
  await database.updateTable('games').set({ app_key: null }).where('app_key', 'in', apps).execute()
  await database.deleteFrom('app_links').where('account_id', '=', id).execute()
  await database.deleteFrom('apps').where('account_id', '=', id).execute()
  const connections = database.selectFrom('connections').select('id').where('account_id', '=', id)
  for (const table of ['connection_days', 'connection_secrets'] as const) {
    await database.deleteFrom(table).where('connection_id', 'in', connections).execute()
  }
  const members = await database
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', id)
    .execute()
  for (const table of ownTables) {
    await database.deleteFrom(table).where('account_id', '=', id).execute()
  }
  for (const { user_id: user } of members) await removeIfAlone(database, user)
  await database.deleteFrom('accounts').where('id', '=', id).execute()
  await countChange(database)
}

async function removeIfAlone(database: Kysely<Tables>, user: number): Promise<void> {
  const other = await database
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', user)
    .executeTakeFirst()
  if (other) return
  for (const table of userTables) {
    await database.deleteFrom(table).where('user_id', '=', user).execute()
  }
  await database.deleteFrom('dashboard_users').where('id', '=', user).execute()
}
