import { AccountStore } from '../../src/records/account-store.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'

/** Adds the accounts 1 and 2 to an empty database. */
export async function addAccounts(database: RelationalDatabase): Promise<void> {
  const accounts = new AccountStore(database)
  for (const id of [1, 2]) {
    await accounts.insert(
      { username: `account-${id}`, currency: 'USD', createdAt: '2026-03-10', disabledAt: null },
      {
        name: 'default',
        permissions: ['read'],
        apps: null,
        expiresAtMs: null,
        createdAtMs: 0,
        stored: { hash: new Uint8Array([id]), sealed: new Uint8Array([id]) },
      },
    )
  }
}
