import type { Account } from '../publishers/account.ts'
import { type ApiKey, defaultKeyName, type KeyScope } from '../publishers/api-key.ts'
import type { Principal } from '../publishers/principal.ts'
import { hashToken, newKey } from '../publishers/random-token.ts'
import { refuse } from '../publishers/refusals.ts'
import { keyPlace, type Vault } from '../sealing/vault.ts'
import { dayOf } from '../values/day.ts'
import type { Accounts } from './accounts.ts'
import { type KeyStore, storedKey } from './key-store.ts'

/** How many keys an account may have. */
export const maxKeys = 100

/** The most networks of a key's use that are recorded in a day. */
const maxNotedNetworks = 8
const hourMs = 3_600_000

/** A key in plain text. */
export interface IssuedKey {
  readonly account: Account
  readonly apiKey: ApiKey
  readonly key: string
}

/** Manages the API keys of accounts, and decides what a key may do. */
export class Keys {
  readonly #accounts: Accounts
  readonly #store: KeyStore
  readonly #vault: Vault
  readonly #now: () => Date
  /** The networks that were recorded today, by key. */
  #noted = new Map<number, Set<string>>()
  #notedDay = 0

  constructor(accounts: Accounts, store: KeyStore, vault: Vault, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#vault = vault
    this.#now = now
  }

  /**
   * Finds on whose behalf a request with a username and a key is made.
   *
   * @param username null where the key alone names the account
   * @param network the client's, as the last use records it
   * @returns null when either is wrong, the key has expired or the account is disabled; does the same
   *   work in all cases
   */
  async principal(
    username: string | null,
    key: string,
    network: string,
  ): Promise<Principal | null> {
    const found = await this.#store.byHash(hashToken(key))
    const isOfAnother = username !== null && found?.account.username !== username
    if (!found || isOfAnother || found.account.disabledAt) return null
    const nowMs = this.#now().getTime()
    const { account, key: apiKey, isPrevious } = found
    const endsAtMs = isPrevious ? (apiKey.previousUntilMs ?? 0) : Number.POSITIVE_INFINITY
    if (nowMs >= Math.min(endsAtMs, apiKey.expiresAtMs ?? Number.POSITIVE_INFINITY)) return null
    this.#noteUse(apiKey.id, network, nowMs)
    const { name, apps, permissions } = apiKey
    return { account, name, apps, permissions: new Set(permissions) }
  }

  /** By name. @throws Refusal when the account does not exist */
  async list(username: string): Promise<ApiKey[]> {
    return this.#store.ofAccount((await this.#accounts.get(username)).id)
  }

  /**
   * @param key a random key when absent
   * @throws Refusal when the account does not exist, has too many keys, or the name or key is taken
   */
  async create(username: string, name: string, scope: KeyScope, key?: string): Promise<IssuedKey> {
    const account = await this.#accounts.get(username)
    const others = await this.#store.ofAccount(account.id)
    if (others.length >= maxKeys) throw refuse('too_many_keys', { username, max: maxKeys })
    this.#refusePast(scope)
    const issued = key ?? newKey()
    const createdAtMs = this.#now().getTime()
    const apiKey = await this.#store.insert(
      { ...scope, accountId: account.id, name, createdAtMs },
      storedKey(issued, this.#vault),
    )
    if (apiKey) return { account, apiKey, key: issued }
    const nameIsTaken = (await this.#store.byName(account.id, name)) !== null
    throw nameIsTaken ? refuse('key_name_taken', { username, name }) : refuse('key_taken', {})
  }

  /** @throws Refusal when the account or the key does not exist, or the key cannot be decrypted */
  async reveal(username: string, name = defaultKeyName): Promise<IssuedKey> {
    const { account, apiKey } = await this.#find(username, name)
    const stored = await this.#store.stored(apiKey.id)
    if (!stored) throw refuse('unknown_key', { username, name })
    const key = this.#vault.openOrNull(stored.sealed, keyPlace(stored.hash))
    if (key === null) throw refuse('key_unreadable', { username, name })
    return { account, apiKey, key }
  }

  /**
   * Replaces a key with a new random one.
   *
   * @param graceHours how long the earlier key works too; 0 for not at all
   * @throws Refusal when the account or the key does not exist
   */
  async rotate(username: string, name = defaultKeyName, graceHours = 0): Promise<IssuedKey> {
    const { account, apiKey } = await this.#find(username, name)
    const key = newKey()
    const untilMs = graceHours === 0 ? null : this.#now().getTime() + graceHours * hourMs
    await this.#store.replace(apiKey.id, storedKey(key, this.#vault), untilMs)
    return { account, apiKey: { ...apiKey, previousUntilMs: untilMs }, key }
  }

  /**
   * Takes permissions or apps from a key, or lets it expire earlier. Never adds any.
   *
   * @throws Refusal when the account or the key does not exist, or the scope is not narrower
   */
  async narrow(username: string, name: string, change: Partial<KeyScope>): Promise<ApiKey> {
    const { apiKey } = await this.#find(username, name)
    const scope = { ...scopeOf(apiKey), ...change }
    if (!isWithin(scope, apiKey)) throw refuse('key_not_narrower', { username, name })
    this.#refusePast(scope)
    const hasChanged = await this.#store.changeScope(apiKey.id, scopeOf(apiKey), scope)
    // Someone else changed it meanwhile, so look at what it allows now.
    return hasChanged ? { ...apiKey, ...scope } : this.narrow(username, name, change)
  }

  /** The key stops working at once. @throws Refusal when the account or the key does not exist */
  async revoke(username: string, name: string): Promise<ApiKey> {
    const { apiKey } = await this.#find(username, name)
    await this.#store.remove(apiKey.id)
    return apiKey
  }

  async #find(username: string, name: string) {
    const account = await this.#accounts.get(username)
    const apiKey = await this.#store.byName(account.id, name)
    if (!apiKey) throw refuse('unknown_key', { username, name })
    return { account, apiKey }
  }

  #refusePast({ expiresAtMs }: KeyScope): void {
    if (expiresAtMs !== null && expiresAtMs <= this.#now().getTime()) {
      throw refuse('expiry_in_the_past', { expiresAt: new Date(expiresAtMs).toISOString() })
    }
  }

  /** Does not wait: a use that cannot be recorded fails no request. */
  #noteUse(id: number, network: string, nowMs: number): void {
    const day = dayOf(nowMs)
    if (day !== this.#notedDay) {
      this.#noted = new Map()
      this.#notedDay = day
    }
    const networks = this.#noted.get(id) ?? new Set()
    if (networks.has(network) || networks.size >= maxNotedNetworks) return
    this.#noted.set(id, networks.add(network))
    this.#store.noteUse(id, { day, network }).catch(() => networks.delete(network))
  }
}

const scopeOf = ({ permissions, apps, expiresAtMs }: KeyScope): KeyScope => ({
  permissions,
  apps,
  expiresAtMs,
})

function isWithin(scope: KeyScope, wider: KeyScope): boolean {
  const never = Number.POSITIVE_INFINITY
  return (
    scope.permissions.every((permission) => wider.permissions.includes(permission)) &&
    (wider.apps === null || scope.apps?.every((app) => wider.apps!.includes(app)) === true) &&
    (scope.expiresAtMs ?? never) <= (wider.expiresAtMs ?? never)
  )
}
