import type { Selectable } from 'kysely'
import type { Account } from '../../publishers/account.ts'
import type { AccountsTable } from './tables/account-tables.ts'

export function toAccount(row: Selectable<AccountsTable>): Account {
  const { id, username, currency, created_at: createdAt, disabled_at: disabledAt } = row
  return { id, username, currency, createdAt, disabledAt }
}
