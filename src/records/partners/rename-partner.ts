import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import { lastOfAll } from './share-books.ts'

/**
 * Gives the partner that an account is its new username, which its shares have as a label: they are made anew.
 *
 * @returns false when another partner of the network had it
 */
export async function renamePartner(
  transaction: Transaction<Tables>,
  accountId: number,
  username: string,
): Promise<boolean> {
  const found = await transaction
    .selectFrom('partners')
    .select(['id', 'networkId'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!found) return true
  const { id, networkId } = found
  const other = await transaction
    .selectFrom('partners')
    .select('id')
    .where('networkId', '=', networkId)
    .where('username', '=', username)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) return false
  await transaction.updateTable('partners').set({ username }).where('id', '=', id).execute()
  await transaction
    .updateTable('shareNetworks')
    .set({
      version: sql`version + 1`,
      changedFirstDay: 0,
      changedLastDay: lastOfAll,
    })
    .where('accountId', '=', networkId)
    .execute()
  return true
}
