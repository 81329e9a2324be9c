import { describe, expect, test } from 'vitest'
import { listAppLinks } from '../../src/use-cases/app-links.ts'
import { importLinks } from '../../src/use-cases/import-links.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { previewFigures } from '../../src/use-cases/preview-figures.ts'
import { suggestLinks } from '../../src/use-cases/suggest-links.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { csv, openSite, refusalOf, refusedUnchanged } from './import-site.ts'

const site = renewSite(openSite)

const create = { createApps: 'studio' }

const games = ['Tap Hero', 'Zoo', 'Ludo', 'Mäx', 'Golf'] as const

/** MAX's report of one network: iOS apps with packages, $1.00 each. */
const maxReport = (names: readonly string[], network = 'APPLOVIN_NETWORK') =>
  JSON.stringify({
    code: 200,
    results: names.map((name, index) => ({
      day: '2026-03-01',
      application: name,
      package_name: `com.studio.game${index}`,
      platform: 'ios',
      ad_format: 'REWARD',
      country: 'us',
      network,
      attempts: '10',
      responses: '9',
      impressions: '8',
      estimated_revenue: '1.00',
    })),
  })

const unityColumns =
  'timestamp,country,placement,platform,source_game_id,source_name,adrequest_count,available_sum,revenue_sum,start_count,view_count'

/** Unity's own report: $2.50 for each app. */
const unityReport = (apps: readonly (readonly [id: string, name: string, platform?: string])[]) =>
  csv(
    apps.map(
      ([id, name, platform = 'ios']) =>
        `2026-03-01T00:00:00.000Z,US,video,${platform},${id},${name},20,10,2.50,9,9`,
    ),
    unityColumns,
  )

const importMax = async (names: readonly string[] = games) =>
  site.importStats([await site.file('max.json', maxReport(names))], create)

const importUnity = async (
  apps: Parameters<typeof unityReport>[0],
  request: { createApps?: string; account?: string } = create,
) => site.importStats([await site.file('unity.csv', unityReport(apps))], request)

const ids = games.map((name, index) => [String(1_000 + index), name] as const)

const newApps = async (before: number) => (await site.applications()).length - before

describe('a report with create_apps, after one of another network', () => {
  test('finds the apps by name and platform, whatever the case, width and spaces of the name', async () => {
    const before = (await site.applications()).length
    await importMax()
    const written = ['TAP  HERO', 'ＺＯＯ', ' ludo ', 'Ma\u0308x', 'Golf']
    const renamed = ids.map(([id], index) => [id, written[index]!] as const)
    const preview = await site.call(previewFigures, create, {
      files: [await site.file('unity.csv', unityReport(renamed))],
    })
    const summary = await importUnity(renamed)
    expect(await newApps(before)).toBe(5)
    expect(summary).toMatchObject({ created_apps: [], revenue: { USD: '12.5' } })
    expect(summary.matched_apps.map(({ network_app_id: id }) => id)).toEqual(ids.map(([id]) => id))
    expect(preview.matched_apps).toEqual(summary.matched_apps)
    const figures = await site.figures()
    expect(figures).toHaveLength(10)
    expect(figures.filter((line) => line.includes(' unityads '))).toHaveLength(5)
    expect(new Set(figures.map((line) => line.split(' ')[1])).size).toBe(5)
    const again = await importUnity(ids, { account: 'studio' })
    expect(again).toMatchObject({ matched_apps: [], unchanged_slices: 5 })
  })

  test('finds them in the other order too', async () => {
    const before = (await site.applications()).length
    await importUnity(ids)
    expect(await importMax()).toMatchObject({ created_apps: [] })
    expect(await newApps(before)).toBe(5)
  })

  test('creates the app of another platform, and the one with another package', async () => {
    await site.importApps(
      'app_id,publisher,app_name,platform,app_bundle_id\ngolf,studio,Golf,ios,com.other.golf\n',
    )
    const { created_apps: created } = await importMax(['Golf'])
    expect(created).toEqual(['Golf'])
    const android = await importUnity([['1', 'Golf', 'android']])
    expect(android).toMatchObject({ created_apps: ['Golf'], matched_apps: [] })
  })

  test.each([
    ['two of its apps have the name', [['1', 'Golf'] as const, ['2', 'Golf'] as const]],
    ['it has another app for the one of that name', [['2', 'Golf'] as const]],
  ])('is refused where %s', async (_why, apps) => {
    await importMax(['Golf'])
    if (apps.length === 1) await importUnity([['1', 'Golf']])
    const { code, details } = await refusedUnchanged(site, () => importUnity(apps))
    expect(code).toBe('network_app_names_ambiguous')
    const links = details.filter((line) => line.includes('apps link unityads'))
    expect(links).toHaveLength(apps.length)
  })

  test('leaves no link behind when it is refused after its apps were found', async () => {
    await importMax(['Golf'])
    const file = await site.file('unity.csv', unityReport([['1', 'Golf']]).replace('2.50', 'x'))
    await refusedUnchanged(site, () => site.importStats([file], create))
    const links = await site.call(listAppLinks, { account: 'studio' })
    expect(links.map(({ network }) => network)).toEqual(['applovin'])
  })

  test('without create_apps is refused with the commands that link the apps', async () => {
    await importMax(['Golf'])
    const apps = await site.applications()
    const golf = apps.find(({ app_name: name }) => name === 'Golf')!
    const { details } = await refusedUnchanged(site, () =>
      importUnity([['1', 'Golf']], { account: 'studio' }),
    )
    expect(details[0]).toBe(`  adtally apps link unityads 1 ${golf.app_id}   # Golf, ios`)
    const wanted = { network: 'unityads', networkAppId: '1', name: 'golf', platform: null }
    const [suggested] = await site.call(suggestLinks, { account: 'studio', apps: [wanted] })
    expect(suggested!.suggestions).toMatchObject([{ app_id: golf.app_id }])
  })
})

describe('a file of apps', () => {
  const importApps_ = (links: readonly string[]) =>
    site.importApps(
      `app_id,publisher,app_name,platform,link_unityads,link_admob\n${links.join('\n')}\n`,
    )

  test("has networks' ids of its apps in columns, and changes nothing if one is not accepted", async () => {
    await importApps_(['g1,studio,Golf,ios,1,Golf', 'g2,studio,Golf,android,2,Golf'])
    const links = await site.call(listAppLinks, { account: 'studio' })
    expect(links.map((one) => `${one.network} ${one.network_app_id} ${one.app_id}`)).toEqual([
      ...['admob Golf g2', 'admob Golf g1', 'unityads 1 g1', 'unityads 2 g2'],
    ])
    await importUnity([['1', 'Golf']], { account: 'studio' })
    expect(await site.figures()).toHaveLength(1)
    const repeated = ['g3,studio,Ludo,ios,3,', 'g4,studio,Zoo,ios,3,']
    const { details } = await refusalOf(importApps_(repeated))
    expect(details).toEqual([
      'apps.csv:3: link_unityads: "3" is not accepted; expected each id once; apps.csv:2 has the same',
    ])
    expect(await refusalOf(importApps_(['g3,studio,Ludo,ios,1,']))).toMatchObject({
      code: 'network_app_linked_elsewhere',
    })
    expect((await site.applications()).map(({ app_id: id }) => id)).not.toContain('g3')
  })
})

describe('a file of links', () => {
  const importText = async (text: string, replace = false) =>
    site.call(importLinks, { replace }, { files: [await site.file('links.csv', text)] })

  test('links apps by their ids, on both platforms of a name', async () => {
    const text = `network,network_app_id,app_id,platform
unityads,1,zap-ios,
admob,Zap,zap-ios,ios
admob,Zap,zap-android,android
`
    expect(await importText(text)).toEqual({ files: ['links.csv'], linked: 3 })
    expect(await site.call(listAppLinks, { account: 'studio' })).toHaveLength(3)
  })

  test('is refused whole, with its bad cells', async () => {
    const text = `network,network_app_id,app_id\nUnity!,1,zap-ios\nunityads,a\u001bb,zap-ios\n`
    const { details } = await refusalOf(importText(text))
    expect(details).toHaveLength(2)
    expect(details[1]).toMatch(/^links.csv:3: network_app_id: "a\\u001bb" is not accepted/)
    const none = await refusalOf(
      importText('network,network_app_id,app_id\nunityads,1,zap-ios\nunityads,2,none\n'),
    )
    expect(none.code).toBe('unknown_app')
    expect(await site.call(listAppLinks, { account: 'studio' })).toEqual([])
  })

  test('replaces links to other apps only when asked', async () => {
    await site.call(linkApp, { network: 'unityads', networkAppId: '1', appId: 'zap-ios' })
    await site.importApps('app_id,publisher,app_name,platform\nother,studio,Other,ios\n')
    const text = 'network,network_app_id,app_id\nunityads,1,other\n'
    expect(await refusalOf(importText(text))).toMatchObject({
      code: 'network_app_linked_elsewhere',
    })
    expect(await importText(text, true)).toMatchObject({ linked: 1 })
  })
})

describe("a network's name or id of an app", () => {
  test('is refused as an id with the place, if it is too long or controls a terminal', async () => {
    for (const id of ['7'.repeat(256), 'a\u001b[2Jb', 'a\u202eb']) {
      const { details } = await refusedUnchanged(site, () => importUnity([[id, 'Golf']]))
      expect(details[0]).toMatch(/^unity.csv:2: app: ".*" is not accepted; expected at most 255/)
    }
  })

  test('is cleaned and cut as a name', async () => {
    await importUnity([['1', `Go\u001b[2J\u202elf ${'x'.repeat(1_000)}`]])
    const [created] = (await site.applications()).filter(({ app_name: name }) =>
      String(name).startsWith('G'),
    )
    expect(created!.app_name).toHaveLength(255)
    expect(created!.app_name).toMatch(/^Go \[2J lf x+$/)
  })
})

test('more unknown apps than an import may have are refused before they are looked up', async () => {
  const lines = Array.from({ length: 20_001 }, (_, n) => `2026-03-01,none-${n},ownnet,video,US,1,1`)
  const { code, message } = await refusedUnchanged(site, () => site.importLines(lines))
  expect(code).toBe('limit_exceeded')
  expect(message).toContain('20,000')
})
