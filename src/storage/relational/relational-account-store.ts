import type { Selectable, Updateable } from 'kysely'
import type { Account, StoredKey } from '../../publishers/account.ts'
import type { AccountStore } from '../../publishers/account-store.ts'
import type { AccountsTable, RelationalDatabase } from './tables.ts'

/** Stores accounts in the relational store. */
export class RelationalAccountStore implements AccountStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(account: Omit<Account, 'id'>, key: StoredKey): Promise<Account | null> {
    const row = await this.#database.writes
      .insertInto('accounts')
      .values({
        username: account.username,
        currency: account.currency,
        created_at: account.createdAt,
        disabled_at: account.disabledAt,
        key_hash: key.hash,
        key_sealed: key.sealed,
        password_hash: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? toAccount(row) : null
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

  async byKeyHash(hash: Uint8Array): Promise<Account | null> {
    const row = await this.#accounts().where('key_hash', '=', hash).executeTakeFirst()
    return row ? toAccount(row) : null
  }

  async sealedKey(id: number): Promise<Uint8Array | null> {
    const row = await this.#accounts().where('id', '=', id).executeTakeFirst()
    return row?.key_sealed ?? null
  }

  replaceKey(id: number, key: StoredKey): Promise<void> {
    return this.#update(id, { key_hash: key.hash, key_sealed: key.sealed })
  }

  async passwordHash(id: number): Promise<string | null> {
    const row = await this.#accounts().where('id', '=', id).executeTakeFirst()
    return row?.password_hash ?? null
  }

  setPasswordHash(id: number, hash: string): Promise<void> {
    return this.#update(id, { password_hash: hash })
  }

  disable(id: number, at: string): Promise<void> {
    return this.#update(id, { disabled_at: at })
  }

  #accounts() {
    return this.#database.reads.selectFrom('accounts').selectAll()
  }

  async #update(id: number, values: Updateable<AccountsTable>): Promise<void> {
    await this.#database.writes.updateTable('accounts').set(values).where('id', '=', id).execute()
  }
}

function toAccount(row: Selectable<AccountsTable>): Account {
  const { id, username, currency, created_at: createdAt, disabled_at: disabledAt } = row
  return { id, username, currency, createdAt, disabledAt }
}
