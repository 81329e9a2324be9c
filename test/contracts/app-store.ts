import { describe, expect, test } from 'vitest'
import type { App, AppDetails } from '../../src/publishers/app.ts'
import { matchNetworkApp } from '../../src/publishers/match-network-app.ts'
import type { AppStore } from '../../src/records/app-store.ts'
import type { NetworkApp, PlacedNetworkApp } from '../../src/sources/network-app.ts'

const ios: AppDetails & { accountId: number } = {
  accountId: 1,
  appId: 'i',
  name: 'Zap',
  platform: 'ios',
  appStoreId: 123_456_789_012_345,
  appBundleId: 'com.example.zap',
}

const android: AppDetails & { accountId: number } = {
  accountId: 1,
  appId: 'a',
  name: 'Zap',
  platform: 'android',
  androidPackage: 'com.example.zap',
}

const amazon: AppDetails & { accountId: number } = { ...android, appId: 'z', platform: 'amazon' }

const network = (changes: Partial<NetworkApp> = {}): NetworkApp => ({
  network: 'digitalturbine',
  networkAppId: '77',
  platform: 'android',
  name: 'From a report',
  ...changes,
})

/** The app that a network means when an import names no account; null where there is none. */
async function appOf(store: AppStore, app: NetworkApp): Promise<App | null> {
  const [candidates] = await store.candidatesFor([app], null)
  const match = matchNetworkApp(candidates!, app.platform)
  return typeof match === 'string' ? null : match
}

/** Links a network's id to the app with a key. */
async function link(
  store: AppStore,
  [network, networkAppId]: readonly [string, string],
  key: number,
  replace = false,
): Promise<void> {
  const [app] = await store.byKeys([key])
  await store.link([{ network, networkAppId, app: app! }], replace)
}

const createLinked = async (
  store: AppStore,
  accountId: number,
  app: PlacedNetworkApp,
  importId: number,
): Promise<App> => (await store.createLinked(accountId, [app], importId))[0]!

/**
 * The cases for every adapter of the port `AppStore`.
 *
 * @param openStore opens a store without apps, with the accounts 1 and 2
 */
export function appStoreCases(openStore: () => Promise<AppStore>): void {
  describe('apps', () => {
    test('are added and updated, and keep their keys', async () => {
      const store = await openStore()
      expect(await store.upsert([ios, android])).toEqual({ added: 2, updated: 0 })
      const [before] = await store.byIds(['i'])
      expect(await store.upsert([{ ...ios, name: 'New' }, amazon])).toEqual({
        added: 1,
        updated: 1,
      })
      const [after] = await store.byIds(['i'])
      expect(after).toEqual({ ...before, name: 'New' })
    })

    test('keep an identifier that an update omits, and lose one that it removes', async () => {
      const store = await openStore()
      await store.upsert([ios])
      const { appStoreId: _omitted, appBundleId: _removed, ...rest } = ios
      await store.upsert([{ ...rest, appBundleId: null }])
      const [app] = await store.byIds(['i'])
      expect(app).not.toHaveProperty('appBundleId')
      expect(app).toMatchObject({ appStoreId: ios.appStoreId })
    })

    test('are sorted by name, then id, as UTF-8 bytes, for one account only', async () => {
      const store = await openStore()
      const named = (appId: string, name: string, accountId = 1) => ({
        accountId,
        appId,
        name,
        platform: 'ios' as const,
      })
      await store.upsert([
        named('5', 'zap'),
        named('4', 'Ärger'),
        named('10', 'Zap'),
        named('9', 'Zap'),
        named('3', '🎮'),
        named('2', '\uFFEE'),
        named('1', 'Zap', 2),
      ])
      const ids = (await store.ofAccount(1)).map(({ appId }) => appId)
      // Z, z, Ä, the halfwidth sign (EF BF AE) and the game pad (F0 …), which UTF-16 would put first.
      expect(ids).toEqual(['10', '9', '5', '4', '2', '3'])
      expect(
        (await store.ofAccountByIds(1, ['9', '1', '4', '9'])).map(({ appId }) => appId),
      ).toEqual(['9', '4'])
    })

    test('may exchange their identifiers in one update', async () => {
      const store = await openStore()
      const other = { ...ios, appId: 'o', appStoreId: 1, appBundleId: 'com.example.other' }
      await store.upsert([ios, other])
      await store.upsert([
        { ...ios, appStoreId: 1, appBundleId: 'com.example.other' },
        { ...other, appStoreId: ios.appStoreId!, appBundleId: ios.appBundleId! },
      ])
      expect(await store.ofAccountByIdentifier(1, { appStoreId: 1 })).toMatchObject({ appId: 'i' })
    })

    test('are found by each identifier on its platform', async () => {
      const store = await openStore()
      await store.upsert([ios, android, amazon])
      const found = async (identifier: Parameters<typeof store.ofAccountByIdentifier>[1]) =>
        (await store.ofAccountByIdentifier(1, identifier))?.appId
      expect(await found({ appStoreId: 123_456_789_012_345 })).toBe('i')
      expect(await found({ appBundleId: 'com.example.zap' })).toBe('i')
      const androidPackage = 'com.example.zap'
      expect(await found({ platform: 'android', androidPackage })).toBe('a')
      expect(await found({ platform: 'amazon', androidPackage })).toBe('z')
      expect(await store.ofAccountByIdentifier(2, { appBundleId: 'com.example.zap' })).toBe(null)
    })

    test('are found by more ids than one statement accepts', async () => {
      const store = await openStore()
      await store.upsert([ios])
      const ids = Array.from({ length: 40_000 }, (_, index) => `none-${index}`)
      expect(await store.byIds([...ids, 'i'])).toMatchObject([{ appId: 'i' }])
      expect(await store.byIds([])).toEqual([])
      expect(await store.ofAccountByIds(1, [])).toEqual([])
    })
  })

  describe('an update of apps is refused whole', () => {
    test('when one of them belongs to another account', async () => {
      const store = await openStore()
      await store.upsert([ios])
      await expect(store.upsert([android, { ...ios, accountId: 2 }])).rejects.toMatchObject({
        code: 'app_of_another_account',
        facts: { appId: 'i' },
      })
      expect(await store.byIds(['a'])).toEqual([])
      expect(await store.byIds(['i'])).toMatchObject([{ accountId: 1 }])
    })

    test('when an identifier belongs to another app', async () => {
      const store = await openStore()
      await store.upsert([ios])
      const twin = { ...ios, appId: 'twin', appStoreId: 1 }
      await expect(store.upsert([android, twin])).rejects.toMatchObject({
        code: 'app_identifier_taken',
        facts: { value: 'com.example.zap' },
      })
      expect(await store.byIds(['a', 'twin'])).toEqual([])
    })

    test('but accounts and platforms may share an identifier', async () => {
      const store = await openStore()
      const theirs = { ...android, accountId: 2, appId: 'b' }
      expect(await store.upsert([android, amazon, theirs])).toEqual({ added: 3, updated: 0 })
    })
  })

  describe('the app that a network id refers to', () => {
    test('is the linked app on the platform', async () => {
      const store = await openStore()
      await store.upsert([ios, android])
      const [one] = await store.byIds(['i'])
      const [two] = await store.byIds(['a'])
      await link(store, ['digitalturbine', '77'], one!.key, false)
      expect(await appOf(store, network({ platform: 'ios' }))).toMatchObject({ appId: 'i' })
      await link(store, ['digitalturbine', '77'], two!.key, false)
      // A network that names apps by their packages has one id on two platforms.
      expect(await appOf(store, network({ platform: 'ios' }))).toMatchObject({ appId: 'i' })
      expect(await appOf(store, network({ platform: 'android' }))).toMatchObject({
        appId: 'a',
      })
      expect(await appOf(store, network({ platform: 'amazon' }))).toMatchObject({
        appId: 'a',
      })
      expect(await appOf(store, network({ platform: null }))).toBe(null)
      expect(await appOf(store, network({ network: 'admob' }))).toBe(null)
      expect(await appOf(store, network({ networkAppId: '78' }))).toBe(null)
    })

    test('is the app with that package on the same platform', async () => {
      const store = await openStore()
      await store.upsert([ios, android, amazon])
      const storePackage = 'com.example.zap'
      const found = async (platform: NetworkApp['platform']) =>
        (await appOf(store, network({ storePackage, platform })))?.appId
      expect([await found('ios'), await found('android'), await found('amazon')]).toEqual([
        'i',
        'a',
        'z',
      ])
      expect(await appOf(store, network({ storePackage: 'com.example.none' }))).toBe(null)
    })

    test('is unknown when two accounts have the package', async () => {
      const store = await openStore()
      await store.upsert([android, { ...android, accountId: 2, appId: 'b' }])
      expect(await appOf(store, network({ storePackage: 'com.example.zap' }))).toBe(null)
    })
  })

  describe('an app that ends', () => {
    /** Ends the app `i` with entry 9. @param into the app_id of the app that it is merged into */
    async function end(store: AppStore, into: string | null): Promise<void> {
      const keys = new Map((await store.byIds(['i', 'j'])).map(({ appId, key }) => [appId, key]))
      await store.beginEnding(keys.get('i')!, 9, into === null ? null : keys.get(into)!)
    }
    const other = { ...ios, appId: 'j', appStoreId: 1, appBundleId: 'com.example.j' }
    const report = network({ platform: 'ios', storePackage: 'com.example.zap' })

    test('exists until its entry is committed, and only names figures then', async () => {
      const store = await openStore()
      await store.upsert([ios])
      await end(store, null)
      expect(await store.ofAccount(1)).toHaveLength(1)
      const version = await store.version()
      await store.confirmPendingApps(9)
      expect(await store.version()).not.toBe(version)
      expect(await store.ofAccount(1)).toEqual([])
      expect(await store.byIds(['i'])).toEqual([])
      expect(await store.ofAccountByIds(1, ['i'])).toEqual([])
      expect(await store.ofAccountByIdentifier(1, { appStoreId: ios.appStoreId! })).toBe(null)
      expect(await appOf(store, report)).toBe(null)
      const [ever] = await store.everOfAccount(1)
      expect(ever).toMatchObject({ appId: 'i', endedBy: 9 })
      expect(await store.byKeys([ever!.key])).toEqual([ever])
      expect(await store.endings()).toEqual([{ entry: 9, into: null }])
    })

    test.each<[string, number, number[]]>([
      ['was not reached', 8, []],
      ['was given up', 12, [9]],
    ])('stays when its entry %s', async (_why, last, lost) => {
      const store = await openStore()
      await store.upsert([ios, other])
      await end(store, 'j')
      await store.confirmPendingApps(last, lost)
      await store.confirmPendingApps(20)
      expect(await store.ofAccount(1)).toHaveLength(2)
      expect(await store.endings()).toEqual([])
    })

    test('is found as the app that it was merged into', async () => {
      const store = await openStore()
      await store.upsert([ios, other])
      await link(store, ['digitalturbine', '77'], (await store.byIds(['i']))[0]!.key, false)
      await end(store, 'j')
      await store.confirmPendingApps(9)
      const [into] = await store.byIds(['j'])
      expect(await store.importedAs(['i', 'j', 'none'])).toEqual(
        new Map([
          ['i', into],
          ['j', into],
        ]),
      )
      expect(await appOf(store, network({ platform: 'ios' }))).toEqual(into)
      expect(await appOf(store, { ...report, networkAppId: '1' })).toEqual(into)
      expect(await store.linksOf(1)).toEqual([
        { network: 'digitalturbine', networkAppId: '77', app: into },
      ])
      await expect(store.upsert([ios])).rejects.toMatchObject({
        code: 'app_merged',
        facts: { appId: 'i', into: 'j' },
      })
      await store.restoreEndedBy(9)
      expect(await appOf(store, network({ platform: 'ios' }))).toMatchObject({ appId: 'i' })
    })

    test('leaves its identifiers and links to others, and takes back what is free', async () => {
      const store = await openStore()
      await store.upsert([ios])
      await link(store, ['digitalturbine', '77'], (await store.byIds(['i']))[0]!.key, false)
      await end(store, null)
      await store.confirmPendingApps(9)
      await store.upsert([{ ...other, appStoreId: ios.appStoreId! }])
      await createLinked(store, 1, { ...network(), platform: 'ios' }, 10)
      await store.restoreEndedBy(9)
      const [back] = await store.byIds(['i'])
      expect(back).not.toHaveProperty('appStoreId')
      expect(back).toMatchObject({ appBundleId: 'com.example.zap' })
      expect(await appOf(store, network({ platform: 'ios' }))).toMatchObject({
        name: 'From a report',
      })
    })

    test('comes back as a new one with its app_id, on another platform too', async () => {
      const store = await openStore()
      await store.upsert([ios])
      await end(store, null)
      await store.confirmPendingApps(9)
      const { appStoreId: _, appBundleId: _bundle, ...rest } = ios
      expect(await store.upsert([{ ...rest, platform: 'android' }])).toEqual({
        added: 1,
        updated: 0,
      })
      expect(await store.byIds(['i'])).toEqual([
        { ...rest, key: expect.any(Number), platform: 'android' },
      ])
      await store.restoreEndedBy(9)
      expect(await store.ofAccount(1)).toHaveLength(1)
    })
  })

  test('apps are renamed and archived', async () => {
    const store = await openStore()
    await store.upsert([ios])
    const { key } = (await store.byIds(['i']))[0]!
    await store.rename(key, 'New')
    await store.setArchived(key, true)
    expect(await store.ofAccount(1)).toMatchObject([{ name: 'New', isArchived: true }])
    await store.upsert([ios])
    expect(await store.ofAccount(1)).toMatchObject([{ name: 'Zap', isArchived: true }])
    await store.setArchived(key, false)
    expect((await store.ofAccount(1))[0]).not.toHaveProperty('isArchived')
  })

  describe('a link', () => {
    test('to another app on the same platform is only replaced when asked', async () => {
      const store = await openStore()
      const other = { ...ios, appId: 'j', appStoreId: 1, appBundleId: 'com.example.j' }
      await store.upsert([ios, android, other])
      const keys = new Map(
        (await store.byIds(['i', 'a', 'j'])).map(({ appId, key }) => [appId, key]),
      )
      for (const appId of ['i', 'a', 'i'])
        await link(store, ['admob', 'x'], keys.get(appId)!, false)
      await expect(link(store, ['admob', 'x'], keys.get('j')!, false)).rejects.toMatchObject({
        code: 'network_app_linked_elsewhere',
        facts: { network: 'admob', networkAppId: 'x', appId: 'i', newAppId: 'j' },
      })
      const linked = async () => (await store.linksOf(1)).map(({ app }) => app.appId)
      expect(await linked()).toEqual(['a', 'i'])
      await link(store, ['admob', 'x'], keys.get('j')!, true)
      expect(await linked()).toEqual(['a', 'j'])
    })

    test('is of its account alone: another one links the same id to its own app', async () => {
      const store = await openStore()
      await store.upsert([ios, { ...ios, accountId: 2, appId: 'theirs' }])
      for (const { key } of await store.byIds(['i', 'theirs'])) {
        await link(store, ['admob', 'x'], key)
      }
      const found = async (accountId: number | null) =>
        (await store.candidatesFor([network({ network: 'admob', networkAppId: 'x' })], accountId))
          .flatMap(({ linked }) => linked.map(({ appId }) => appId))
          .toSorted()
      expect([await found(1), await found(2), await found(null)]).toEqual([
        ...[['i'], ['theirs'], ['i', 'theirs']],
      ])
      expect(await store.accountsLinking('admob', 'x', null)).toHaveLength(2)
      await store.unlink(2, 'admob', 'x', null)
      expect([await found(1), await found(2)]).toEqual([['i'], []])
    })

    test('of one of many ids is found, and of none that is not asked for', async () => {
      const store = await openStore()
      await store.upsert([ios])
      const [app] = await store.byIds(['i'])
      const links = Array.from({ length: 7_000 }, (_, id) => `id-${id}`)
      await store.link(
        links.map((networkAppId) => ({ network: 'admob', networkAppId, app: app! })),
        false,
      )
      const asked = ['none', ...links.toReversed()].map((networkAppId) =>
        network({ network: 'admob', networkAppId }),
      )
      const found = await store.candidatesFor(asked, 1)
      expect(found.map(({ linked }) => linked.length)).toEqual([0, ...links.map(() => 1)])
      expect(await store.candidatesFor([], 1)).toEqual([])
    })

    test('is removed, on one platform or all', async () => {
      const store = await openStore()
      await store.upsert([ios, android])
      for (const { key } of await store.byIds(['i', 'a'])) {
        await link(store, ['admob', 'x'], key, false)
        await link(store, ['admob', 'y'], key, false)
      }
      expect(await store.unlink(1, 'admob', 'x', 'ios')).toMatchObject([{ app: { appId: 'i' } }])
      expect(await store.unlink(1, 'admob', 'y', null)).toHaveLength(2)
      expect(await store.unlink(1, 'admob', 'y', null)).toEqual([])
      expect(await store.linksOf(1)).toMatchObject([{ networkAppId: 'x', app: { appId: 'a' } }])
    })
  })

  describe('an app that an import creates', () => {
    const unknown = { ...network(), platform: 'android' as const, storePackage: 'com.example.new' }

    test("gets a new id of Adtally's own and a link", async () => {
      const store = await openStore()
      const one = await createLinked(store, 1, unknown, 7)
      const other = await createLinked(store, 1, { ...network(), platform: 'ios' }, 7)
      expect(one).toMatchObject({ accountId: 1, name: 'From a report', platform: 'android' })
      expect(one.appId).toMatch(/^10\d{5}$/)
      expect(other.appId).toMatch(/^10\d{5}$/)
      expect(other.appId).not.toBe(one.appId)
      expect(await appOf(store, network())).toEqual(one)
    })

    test('is nobody’s until its import is committed', async () => {
      const store = await openStore()
      const { appId } = await createLinked(store, 1, unknown, 7)
      const identifier = { platform: 'android', androidPackage: 'com.example.new' } as const
      const seen = async () => [
        (await store.ofAccount(1)).length,
        (await store.ofAccountByIds(1, [appId])).length,
        (await store.ofAccountByIdentifier(1, identifier))?.appId,
      ]
      expect(await seen()).toEqual([0, 0, undefined])
      await store.confirmPendingApps(7)
      expect(await seen()).toEqual([1, 1, appId])
    })

    test('never takes over a link of its account', async () => {
      const store = await openStore()
      await store.upsert([{ ...android, appId: 'b' }])
      const [linked] = await store.byIds(['b'])
      await link(store, ['digitalturbine', '77'], linked!.key, false)
      const version = await store.version()
      await expect(createLinked(store, 1, unknown, 7)).rejects.toMatchObject({
        code: 'network_app_linked',
      })
      expect(await appOf(store, network())).toMatchObject({ appId: 'b' })
      expect(await store.version()).toBe(version)
    })

    test('is created with others, in their order', async () => {
      const store = await openStore()
      const many = Array.from({ length: 4_000 }, (_, id) => ({
        ...unknown,
        networkAppId: `id-${id}`,
        name: `App ${id}`,
        storePackage: `com.example.p${id}`,
      }))
      const created = await store.createLinked(1, many, 7)
      expect(created.map(({ name }) => name)).toEqual(many.map(({ name }) => name))
      expect(new Set(created.map(({ appId }) => appId)).size).toBe(4_000)
      await store.confirmPendingApps(6)
      expect([await store.ofAccount(1), await store.linksOf(1)]).toEqual([[], []])
    })

    test('is linked too where an existing app is found, until the import is given up', async () => {
      const store = await openStore()
      await store.upsert([android])
      const [app] = await store.byIds(['a'])
      await store.linkPending([{ network: 'unityads', networkAppId: '1', app: app! }], 7)
      await store.confirmPendingApps(7)
      await store.linkPending([{ network: 'unityads', networkAppId: '2', app: app! }], 8)
      await store.confirmPendingApps(7)
      expect((await store.linksOf(1)).map(({ networkAppId }) => networkAppId)).toEqual(['1'])
      expect(await store.byIds(['a'])).toEqual([app])
    })

    test('gets no id that is in use', async () => {
      const store = await openStore()
      const taken = ['1000000', '1000001', '1000002', '1000003', '1000004']
      await store.upsert(
        taken.map((appId) => ({ ...android, appId, androidPackage: `p.${appId}` })),
      )
      expect(taken).not.toContain((await createLinked(store, 1, unknown, 7)).appId)
    })

    test('is kept when its import was committed, and removed with its link otherwise', async () => {
      const store = await openStore()
      const kept = await createLinked(store, 1, unknown, 7)
      const lost = await createLinked(
        store,
        1,
        { ...unknown, networkAppId: '78', storePackage: 'p' },
        8,
      )
      await store.confirmPendingApps(7)
      expect(await store.byIds([kept.appId, lost.appId])).toEqual([kept])
      expect(await appOf(store, network({ networkAppId: '78' }))).toBe(null)
      const version = await store.version()
      await store.confirmPendingApps(0)
      expect(await store.byIds([kept.appId])).toEqual([kept])
      expect(await store.version()).toBe(version)
    })

    test('is removed when its import was given up before another was committed', async () => {
      const store = await openStore()
      const lost = await createLinked(store, 1, unknown, 5)
      const kept = await createLinked(
        store,
        1,
        { ...unknown, networkAppId: '78', storePackage: 'p' },
        6,
      )
      await store.confirmPendingApps(7, [5])
      expect(await store.byIds([kept.appId, lost.appId])).toEqual([kept])
    })
  })

  test('the version of the catalogue changes with every change and with nothing else', async () => {
    const store = await openStore()
    const first = await store.version()
    await store.ofAccount(1)
    expect(await store.version()).toBe(first)
    await store.upsert([ios])
    const second = await store.version()
    expect(second).not.toBe(first)
    await store.upsert([{ ...ios, name: 'New' }])
    expect(await store.version()).not.toBe(second)
  })
}
