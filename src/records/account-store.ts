import type { Kysely, Updateable } from 'kysely'
import type { PrimarySource } from '../facts/primary-source.ts'
import type { Account } from '../publishers/account.ts'
import type { StoredKey } from '../publishers/api-key.ts'
import { toAccount, toPrimarySourcesCell } from './account-row.ts'
import { type NewKey, newKeyRow } from './key-store.ts'
import { renamePartner } from './partners/rename-partner.ts'
import type { RelationalDatabase } from './relational-database.ts'
import { removeAccount } from './remove-account.ts'
import type { AccountsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/** The key that an account begins with. */
export type FirstKey = Omit<NewKey, 'accountId'> & { readonly stored: StoredKey }

/** The stored accounts. */
export class AccountStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Adds an account with its first key. @returns null when the username or the key is taken */
  async insert(account: Omit<Account, 'id'>, key: FirstKey): Promise<Account | null> {
    return this.#database.writes
      .transaction()
      .execute((transaction) => insertAccount(transaction, account, key))
      .catch((error) => {
        if (error instanceof TakenError) return null
        throw error
      })
  }

  /** All accounts, by username. */
  async list(): Promise<Account[]> {
    const rows = await this.#accounts().orderBy('username').execute()
    return rows.map(toAccount)
  }

  async byUsername(username: string): Promise<Account | null> {
    const row = await this.#accounts().where('username', '=', username).executeTakeFirst()
    return row ? toAccount(row) : null
  }

  async byId(id: number): Promise<Account | null> {
    const row = await this.#accounts().where('id', '=', id).executeTakeFirst()
    return row ? toAccount(row) : null
  }

  disable(id: number, at: string): Promise<void> {
    return this.#update(id, { disabledAt: at })
  }

  enable(id: number): Promise<void> {
    return this.#update(id, { disabledAt: null })
  }

  /** @returns false when the username is taken */
  rename(id: number, username: string): Promise<boolean> {
    return this.#database.withLock(['catalogue', 'users'], async (transaction) => {
      const other = await transaction
        .selectFrom('accounts')
        .select('id')
        .where('username', '=', username)
        .where('id', '<>', id)
        .executeTakeFirst()
      if (other || !(await renamePartner(transaction, id, username))) return false
      await transaction.updateTable('accounts').set({ username }).where('id', '=', id).execute()
      return true
    })
  }

  setPrimarySources(id: number, rules: readonly PrimarySource[]): Promise<void> {
    return this.#update(id, { primarySources: toPrimarySourcesCell(rules) })
  }

  /** Removes an account with all that belongs to it. No account gets its id again. */
  remove(id: number): Promise<void> {
    return this.#database.withLock(['records', 'catalogue'], (transaction) =>
      removeAccount(transaction, id),
    )
  }

  #accounts() {
    return this.#database.reads.selectFrom('accounts').selectAll()
  }

  async #update(id: number, values: Updateable<AccountsTable>): Promise<void> {
    await this.#database.writes.updateTable('accounts').set(values).where('id', '=', id).execute()
  }
}

/** Rolls a transaction back: the username or the key is taken. */
export class TakenError extends Error {}

/** Inserts an account with its first key. @throws TakenError, which rolls the transaction back */
export async function insertAccount(
  transaction: Kysely<Tables>,
  { primarySources: _, ...account }: Omit<Account, 'id'>,
  { stored, ...key }: FirstKey,
): Promise<Account> {
  const row = await transaction
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new TakenError()
  const inserted = await transaction
    .insertInto('apiKeys')
    .values(newKeyRow({ ...key, accountId: row.id }, stored))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new TakenError()
  return toAccount(row)
}
