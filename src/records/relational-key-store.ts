import { type Selectable, sql } from 'kysely'
import type { ApiKey, KeyScope, KeyUse, StoredKey } from '../publishers/api-key.ts'
import type { FoundKey, KeyStore, NewKey } from '../publishers/key-store.ts'
import type { Permission } from '../publishers/principal.ts'
import type { Day } from '../values/day.ts'
import { toAccount } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { ApiKeysTable } from './tables/account-tables.ts'

/** Stores API keys in the relational store. */
export class RelationalKeyStore implements KeyStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(key: NewKey, stored: StoredKey): Promise<ApiKey | null> {
    const row = await this.#database.writes
      .insertInto('api_keys')
      .values(newKeyRow(key, stored))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? toApiKey(row) : null
  }

  async ofAccount(accountId: number): Promise<ApiKey[]> {
    const rows = await this.#keys().where('account_id', '=', accountId).orderBy('name').execute()
    return rows.map(toApiKey)
  }

  async byName(accountId: number, name: string): Promise<ApiKey | null> {
    const row = await this.#keys()
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? toApiKey(row) : null
  }

  async byHash(hash: Uint8Array): Promise<FoundKey | null> {
    const row = await this.#database.reads
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .selectAll('accounts')
      .selectAll('api_keys')
      .select((e) => e('key_hash', '<>', hash).as('is_previous'))
      .where((e) => e.or([e('key_hash', '=', hash), e('previous_hash', '=', hash)]))
      .executeTakeFirst()
    if (!row) return null
    const account = toAccount({ ...row, id: row.account_id })
    return { key: toApiKey(row), account, isPrevious: Boolean(row.is_previous) }
  }

  async sealed(id: number): Promise<Uint8Array | null> {
    const row = await this.#keys().where('id', '=', id).executeTakeFirst()
    return row?.key_sealed ?? null
  }

  async changeScope(id: number, from: KeyScope, to: KeyScope): Promise<boolean> {
    const before = scopeRow(from)
    const changed = await this.#database.writes
      .updateTable('api_keys')
      .set(scopeRow(to))
      .where('id', '=', id)
      .where('permissions', '=', before.permissions)
      .where(sql<string>`coalesce(apps, '')`, '=', before.apps ?? '')
      .where(sql<number>`coalesce(expires_at_ms, -1)`, '=', before.expires_at_ms ?? -1)
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  }

  async replace(id: number, stored: StoredKey, previousUntilMs: number | null): Promise<void> {
    await this.#database.writes
      .updateTable('api_keys')
      .set((e) => ({
        previous_hash: previousUntilMs === null ? null : e.ref('key_hash'),
        previous_until_ms: previousUntilMs,
        key_hash: stored.hash,
        key_sealed: stored.sealed,
      }))
      .where('id', '=', id)
      .execute()
  }

  async remove(id: number): Promise<void> {
    await this.#database.writes.deleteFrom('api_keys').where('id', '=', id).execute()
  }

  async noteUse(id: number, { day, network }: KeyUse): Promise<void> {
    await this.#database.writes
      .updateTable('api_keys')
      .set({ last_used_on: day, last_used_from: network })
      .where('id', '=', id)
      .execute()
  }

  #keys() {
    return this.#database.reads.selectFrom('api_keys').selectAll()
  }
}

export const newKeyRow = (key: NewKey, { hash, sealed }: StoredKey) => ({
  account_id: key.accountId,
  name: key.name,
  created_at_ms: key.createdAtMs,
  key_hash: hash,
  key_sealed: sealed,
  ...scopeRow(key),
})

const scopeRow = ({ permissions, apps, expiresAtMs }: KeyScope) => ({
  permissions: permissions.join(','),
  apps: apps && JSON.stringify(apps),
  expires_at_ms: expiresAtMs,
})

function toApiKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    createdAtMs: row.created_at_ms,
    permissions: row.permissions.split(',').filter(Boolean) as Permission[],
    apps: row.apps === null ? null : JSON.parse(row.apps),
    expiresAtMs: row.expires_at_ms,
    previousUntilMs: row.previous_until_ms,
    lastUse:
      row.last_used_on === null
        ? null
        : { day: row.last_used_on as Day, network: row.last_used_from! },
  }
}
