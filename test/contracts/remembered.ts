import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyScope } from '../../src/publishers/api-key.ts'
import { AccountStore } from '../../src/records/account-store.ts'
import { AppStore } from '../../src/records/app-store.ts'
import type { FoundKey } from '../../src/records/key-store.ts'
import { KeyStore } from '../../src/records/key-store.ts'
import { LinkStore } from '../../src/records/link-store.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RememberedAppStore } from '../../src/records/remembered/remembered-app-store.ts'
import { RememberedKeyStore } from '../../src/records/remembered/remembered-key-store.ts'
import { RememberedLinkStore } from '../../src/records/remembered/remembered-link-store.ts'
import { caseCount } from '../property/batches.ts'

const accounts = [1, 2, 3]
const names = ['a', 'b', 'c']
const places = [0, 1, 2, 3]

/** A change, with numbers that choose what it is about. */
type Change = readonly [kind: number, account: number, nth: number, value: number]

const change = fc.tuple(fc.nat(13), fc.nat(2), fc.nat(3), fc.nat(5))

const hashOf = (nth: number) => new Uint8Array([7, nth])
const scopes: readonly KeyScope[] = [
  { permissions: ['read'], apps: null, expiresAtMs: null },
  { permissions: ['read', 'import'], apps: [1], expiresAtMs: null },
  { permissions: [], apps: [1, 2], expiresAtMs: 5_000 },
]

/** Stores that remember nothing, and the writes that a random change makes. */
export function plainStores(database: RelationalDatabase) {
  const stores = {
    accounts: new AccountStore(database),
    keys: new KeyStore(database),
    links: new LinkStore(database),
    apps: new AppStore(database),
  }
  const changes: readonly ((account: number, nth: number, value: number) => Promise<unknown>)[] = [
    (accountId, nth, value) =>
      stores.keys.insert(
        { ...scopes[value % 3]!, accountId, name: names[nth % 3]!, createdAtMs: 1 },
        { hash: hashOf(nth), sealed: hashOf(nth) },
      ),
    (_, nth, value) =>
      stores.keys.replace(nth + 1, { hash: hashOf(value), sealed: hashOf(9) }, 99).catch(isTaken),
    (_, nth, value) => stores.keys.changeScope(nth + 1, scopes[value % 3]!, scopes[nth % 3]!),
    (_, nth) => stores.keys.remove(nth + 1),
    (_, nth) => stores.keys.noteUse(nth + 1, { day: 3 as never, network: '192.0.2.0' }),
    (account) => stores.accounts.disable(account, '2026-03-10'),
    (account) => stores.accounts.enable(account),
    (account, _, value) => stores.accounts.rename(account, `name-${value}`),
    (accountId, nth, value) =>
      stores.links.insert(
        {
          accountId,
          name: names[nth % 3]!,
          apps: null,
          createdAtMs: 1,
          expiresAtMs: null,
          question: { family: 'report', parameters: { days: String(value) }, format: 'json' },
        },
        hashOf(accountId * 10 + nth),
      ),
    (account, nth) => stores.links.remove(account, names[nth % 3]!),
    (accountId, nth, value) =>
      stores.apps.upsert([
        {
          accountId,
          appId: `${accountId}-${nth}`,
          name: `App ${value}`,
          platform: 'ios',
          appStoreId: 100 + nth,
          appBundleId: `com.example.${nth}`,
        },
      ]),
    (_, nth, value) => stores.apps.rename(nth + 1, `Renamed ${value}`),
    (_, nth, value) => stores.apps.setArchived(nth + 1, value > 2),
    async (_, nth, value) => {
      await stores.apps.beginEnding(nth + 1, value + 1, null)
      await stores.apps.confirmPendingApps(6)
      if (value < 3) await stores.apps.restoreEndedBy(value + 1)
    },
  ]
  const make = ([kind, account, nth, value]: Change) =>
    changes[kind]!(accounts[account]!, nth, value).catch(isTaken)
  return { ...stores, make }
}

/** A change that the store refuses changes nothing. */
const isTaken = (error: Error): void => {
  if (!/UNIQUE|unique|taken|another|FOREIGN|foreign/.test(`${error.message} ${error}`)) throw error
}

/** Everything that is answered from memory. */
export async function answersOf(stores: {
  readonly keys: Pick<KeyStore, 'byHash'>
  readonly links: Pick<LinkStore, 'byHash'>
  readonly apps: AppStore
}): Promise<unknown[]> {
  const { keys, links, apps } = stores
  const hashes = [...places, 4, 5, 9].map(hashOf)
  const found: unknown[] = [await apps.version()]
  for (const hash of hashes) found.push(withoutUse(await keys.byHash(hash)))
  for (const account of accounts) {
    for (const nth of places) found.push(await links.byHash(hashOf(account * 10 + nth)))
    found.push(await apps.ofAccount(account), await apps.everOfAccount(account))
    const ids = places.map((nth) => `${account}-${nth}`).reverse()
    found.push(await apps.ofAccountByIds(account, [...ids, 'nobody', ids[0]!]))
    for (const nth of places) {
      found.push(await apps.ofAccountByIdentifier(account, { appStoreId: 100 + nth }))
      found.push(await apps.ofAccountByIdentifier(account, { appBundleId: `com.example.${nth}` }))
    }
  }
  return found
}

/** When a key was used last is not asked of memory. */
const withoutUse = (found: FoundKey | null) =>
  found && { ...found, key: { ...found.key, lastUse: null } }

export const rememberedStores = (database: RelationalDatabase, maxBytes?: number) => ({
  keys: new RememberedKeyStore(database, maxBytes),
  links: new RememberedLinkStore(database, maxBytes),
  apps: new RememberedAppStore(database, maxBytes),
})

/** Adds the accounts. */
export async function openAccounts(database: RelationalDatabase): Promise<void> {
  for (const id of accounts) {
    await new AccountStore(database).insert(
      { username: `account-${id}`, currency: 'USD', createdAt: '2026', disabledAt: null },
      {
        name: 'default',
        ...scopes[0]!,
        createdAtMs: 0,
        stored: { hash: new Uint8Array([id]), sealed: new Uint8Array([id]) },
      },
    )
  }
}

/** The cases of what is remembered, on every relational store. */
export function rememberedCases(open: () => Promise<RelationalDatabase>): void {
  describe('what is remembered', () => {
    test.each([
      ['any bound', undefined],
      ['a bound of a few values', 3_000],
    ])('is what is stored, right after every write, with %s', async (_, maxBytes) => {
      const database = await open()
      await openAccounts(database)
      const plain = plainStores(database)
      const remembered = rememberedStores(database, maxBytes)
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (drawn) => {
          for (const one of drawn) {
            await plain.make(one)
            expect(await answersOf(remembered)).toEqual(await answersOf(plain))
          }
        }),
        { numRuns: Math.ceil(caseCount / 3) },
      )
    })

    test('is the same list until an app changes, and no use of a key changes it', async () => {
      const database = await open()
      await openAccounts(database)
      const plain = plainStores(database)
      const { apps } = rememberedStores(database)
      await plain.make([10, 0, 0, 0])
      const before = await apps.ofAccount(1)
      expect(before).toHaveLength(1)
      await plain.keys.noteUse(1, { day: 3 as never, network: '192.0.2.0' })
      expect(await apps.ofAccount(1)).toBe(before)
      await plain.make([11, 0, 0, 1])
      expect(await apps.ofAccount(1)).not.toEqual(before)
    })

    test('apps are never of an older version than the one that was found before them', async () => {
      const database = await open()
      await openAccounts(database)
      const plain = plainStores(database)
      await plain.make([10, 0, 0, 0])
      // As if another process had written.
      const { apps } = rememberedStores({ ...database, writeCount: () => 0 })
      await apps.ofAccount(1)
      await plain.make([11, 0, 0, 1])
      await expect.poll(() => apps.version()).toBe(await plain.apps.version())
      expect(await apps.ofAccount(1)).toEqual(await plain.apps.ofAccount(1))
    })
  })
}
