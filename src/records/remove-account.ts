import type { Kysely } from 'kysely'
import { countChange } from './count-change.ts'
import { tablesOfPartners } from './partners/share-writer.ts'
import type { Tables } from './tables/tables.ts'
import { UserRecords } from './user-store.ts'

/** The tables whose rows belong to an account, apart from its apps. */
const ownTables = [
  'apiKeys',
  'reportLinks',
  'memberships',
  'invitations',
  'userSessions',
  'failedImports',
  'importRequests',
  'connections',
  'savedViews',
  'dayNotes',
  'dailyRates',
  'networkAnswers',
  'setAsideRows',
  'alertRules',
  'alerts',
  'alertLooks',
  'savedCitations',
  // Each before those that it refers to.
  'digestSends',
  'deliveries',
  'messages',
  'channels',
  'destinations',
  'carriedChanges',
  'journalLines',
  'closedFigures',
  'monthCloses',
  'lineParts',
  'statementLines',
  'statementImports',
  'bankMappings',
  'statementKeys',
  'paymentTerms',
  'settlementVersions',
] as const

/**
 * Removes an account with its apps and all that belongs to it, and users who have no other account.
 * Games stay without their apps, and the audit log stays as it is.
 */
export async function removeAccount(database: Kysely<Tables>, id: number): Promise<void> {
  const apps = database.selectFrom('apps').select('key').where('accountId', '=', id)
  await database.updateTable('games').set({ appKey: null }).where('appKey', 'in', apps).execute()
  await database.deleteFrom('appLinks').where('accountId', '=', id).execute()
  await database.deleteFrom('apps').where('accountId', '=', id).execute()
  const connections = database.selectFrom('connections').select('id').where('accountId', '=', id)
  for (const table of ['connectionDays', 'connectionSecrets'] as const) {
    await database.deleteFrom(table).where('connectionId', 'in', connections).execute()
  }
  const members = await database
    .selectFrom('memberships')
    .select('userId')
    .where('accountId', '=', id)
    .execute()
  const partners = database.selectFrom('partners').select('id').where('networkId', '=', id)
  for (const table of tablesOfPartners) {
    await database.deleteFrom(table).where('partnerId', 'in', partners).execute()
  }
  await database.deleteFrom('partners').where('networkId', '=', id).execute()
  await database.deleteFrom('shareNetworks').where('accountId', '=', id).execute()
  // Its network keeps what it owes and paid.
  const isGone = { accountId: null }
  await database.updateTable('partners').set(isGone).where('accountId', '=', id).execute()
  for (const table of ownTables) {
    await database.deleteFrom(table).where('accountId', '=', id).execute()
  }
  for (const { userId: user } of members) await removeIfAlone(database, user)
  await database.deleteFrom('accounts').where('id', '=', id).execute()
  await countChange(database)
}

async function removeIfAlone(database: Kysely<Tables>, user: number): Promise<void> {
  const other = await database
    .selectFrom('memberships')
    .select('accountId')
    .where('userId', '=', user)
    .executeTakeFirst()
  if (other) return
  await new UserRecords(database, database).remove(user)
}
