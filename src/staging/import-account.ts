import type { Account } from '../publishers/account.ts'
import type { App } from '../publishers/app.ts'

/** The account that an import is for, and whether it gets the apps that are unknown. */
export interface ImportAccount {
  readonly account: Account
  readonly creates: boolean
  /** Keys of the only apps that the import may change; null for all of the account. */
  readonly apps: readonly number[] | null
}

/** Whether an import for an account may change an app's figures. */
export const mayChange = ({ account, apps }: ImportAccount, app: App): boolean =>
  app.accountId === account.id && (apps === null || apps.includes(app.key))
