import type { Transaction, Updateable } from 'kysely'
import type { PrimarySource } from '../facts/primary-source.ts'
import type { Account } from '../publishers/account.ts'
import type { AccountStore, FirstKey } from '../publishers/account-store.ts'
import { toAccount, toPrimarySourcesCell } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import { newKeyRow } from './relational-key-store.ts'
import { removeAccount } from './remove-account.ts'
import type { AccountsTable } from './tables/account-tables.ts'
import type { Tables } from './tables/tables.ts'

/** Stores accounts in the relational store. */
export class RelationalAccountStore implements AccountStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(account: Omit<Account, 'id'>, key: FirstKey): Promise<Account | null> {
    return this.#database.writes
      .transaction()
      .execute((transaction) => insertAccount(transaction, account, key))
      .catch((error) => {
        if (error instanceof TakenError) return null
        throw error
      })
  }

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

  rename(id: number, username: string): Promise<boolean> {
    return this.#database.withLock(['catalogue'], async (transaction) => {
      const other = await transaction
        .selectFrom('accounts')
        .select('id')
        .where('username', '=', username)
        .where('id', '<>', id)
        .executeTakeFirst()
      if (other) return false
      await transaction.updateTable('accounts').set({ username }).where('id', '=', id).execute()
      return true
    })
  }

  setPrimarySources(id: number, rules: readonly PrimarySource[]): Promise<void> {
    return this.#update(id, { primarySources: toPrimarySourcesCell(rules) })
  }

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
  transaction: Transaction<Tables>,
  { username, currency, createdAt, disabledAt }: Omit<Account, 'id'>,
  { stored, ...key }: FirstKey,
): Promise<Account> {
  const row = await transaction
    .insertInto('accounts')
    .values({
      username,
      currency,
      createdAt,
      disabledAt,
    })
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
