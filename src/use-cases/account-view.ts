import type { Account } from '../publishers/account.ts'
import type { CreatedAccount } from '../records/accounts.ts'

export type AccountView = Omit<Account, 'id'>

/** An account's key in plain text. */
export interface KeyView {
  readonly username: string
  readonly key: string
}

export const toAccountView = ({ id: _, ...view }: Account): AccountView => view

export const toKeyView = ({ account, key }: CreatedAccount): KeyView => ({
  username: account.username,
  key,
})
