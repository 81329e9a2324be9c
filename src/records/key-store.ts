import { type Selectable, sql } from 'kysely'
import type { Account } from '../publishers/account.ts'
import type { ApiKey, KeyScope, KeyUse, StoredKey } from '../publishers/api-key.ts'
import type { Permission } from '../publishers/principal.ts'
import { hashToken } from '../publishers/random-token.ts'
import { keyPlace, type Vault } from '../sealing/vault.ts'
import type { Day } from '../values/day.ts'
import { toAccount } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { ApiKeysTable } from './tables/account-tables.ts'

export type NewKey = Pick<ApiKey, 'accountId' | 'name' | 'createdAtMs'> & KeyScope

/** A key that was found by its hash. */
export interface FoundKey {
  readonly key: ApiKey
  readonly account: Account
  /** Whether the hash is of the key before the last rotation. */
  readonly isPrevious: boolean
}

/** The stored API keys. */
export class KeyStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** @returns null when the account has a key with this name, or the hash is taken */
  async insert(key: NewKey, stored: StoredKey): Promise<ApiKey | null> {
    const row = await this.#database.writes
      .insertInto('apiKeys')
      .values(newKeyRow(key, stored))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? toApiKey(row) : null
  }

  /** By name. */
  async ofAccount(accountId: number): Promise<ApiKey[]> {
    const rows = await this.#keys().where('accountId', '=', accountId).orderBy('name').execute()
    return rows.map(toApiKey)
  }

  async byName(accountId: number, name: string): Promise<ApiKey | null> {
    const row = await this.#keys()
      .where('accountId', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? toApiKey(row) : null
  }

  async byHash(hash: Uint8Array): Promise<FoundKey | null> {
    const row = await this.#database.reads
      .selectFrom('apiKeys')
      .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
      .selectAll('accounts')
      .selectAll('apiKeys')
      .select((e) => e('keyHash', '<>', hash).as('isPrevious'))
      .where((e) => e.or([e('keyHash', '=', hash), e('previousHash', '=', hash)]))
      .executeTakeFirst()
    if (!row) return null
    const account = toAccount({ ...row, id: row.accountId })
    return { key: toApiKey(row), account, isPrevious: Boolean(row.isPrevious) }
  }

  /** @returns null for an unknown one */
  async stored(id: number): Promise<StoredKey | null> {
    const row = await this.#keys().where('id', '=', id).executeTakeFirst()
    return row ? { hash: row.keyHash, sealed: row.keySealed } : null
  }

  /**
   * Gives a key another scope.
   *
   * @returns false when the key does not exist or no longer has the scope `from`
   */
  async changeScope(id: number, from: KeyScope, to: KeyScope): Promise<boolean> {
    const before = scopeRow(from)
    const changed = await this.#database.writes
      .updateTable('apiKeys')
      .set(scopeRow(to))
      .where('id', '=', id)
      .where('permissions', '=', before.permissions)
      .where(sql<string>`coalesce(apps, '')`, '=', before.apps ?? '')
      .where(sql<number>`coalesce(expires_at_ms, -1)`, '=', before.expiresAtMs ?? -1)
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  }

  /** Replaces a key. @param previousUntilMs until when the earlier key works too; null for not at all */
  async replace(id: number, stored: StoredKey, previousUntilMs: number | null): Promise<void> {
    await this.#database.writes
      .updateTable('apiKeys')
      .set((e) => ({
        previousHash: previousUntilMs === null ? null : e.ref('keyHash'),
        previousUntilMs,
        keyHash: stored.hash,
        keySealed: stored.sealed,
      }))
      .where('id', '=', id)
      .execute()
  }

  async remove(id: number): Promise<void> {
    await this.#database.writes.deleteFrom('apiKeys').where('id', '=', id).execute()
  }

  async noteUse(id: number, { day, network }: KeyUse): Promise<void> {
    await this.#database.writes
      .updateTable('apiKeys')
      .set({ lastUsedOn: day, lastUsedFrom: network })
      .where('id', '=', id)
      .execute()
  }

  #keys() {
    return this.#database.reads.selectFrom('apiKeys').selectAll()
  }
}

/** How a key is stored. */
export function storedKey(key: string, vault: Vault): StoredKey {
  const hash = hashToken(key)
  return { hash, sealed: vault.seal(key, keyPlace(hash)) }
}

export const newKeyRow = (key: NewKey, { hash, sealed }: StoredKey) => ({
  ...key,
  ...scopeRow(key),
  keyHash: hash,
  keySealed: sealed,
})

const scopeRow = ({ permissions, apps, expiresAtMs }: KeyScope) => ({
  permissions: permissions.join(','),
  apps: apps && JSON.stringify(apps),
  expiresAtMs,
})

function toApiKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    createdAtMs: row.createdAtMs,
    permissions: row.permissions.split(',').filter(Boolean) as Permission[],
    apps: row.apps === null ? null : JSON.parse(row.apps),
    expiresAtMs: row.expiresAtMs,
    previousUntilMs: row.previousUntilMs,
    lastUse:
      row.lastUsedOn === null ? null : { day: row.lastUsedOn as Day, network: row.lastUsedFrom! },
  }
}
