import type { Account } from '../publishers/account.ts'
import type { CreatedAccount } from '../publishers/accounts.ts'

export type AccountView = Pick<Account, 'username' | 'currency' | 'createdAt' | 'disabledAt'>

/** An account's key in plain text. */
export interface KeyView {
  readonly username: string
  readonly key: string
}

export function toAccountView({ username, currency, createdAt, disabledAt }: Account): AccountView {
  return { username, currency, createdAt, disabledAt }
}

export const toKeyView = ({ account, key }: CreatedAccount): KeyView => ({
  username: account.username,
  key,
})
