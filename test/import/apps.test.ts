import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { importApps } from '../../src/use-cases/import-apps.ts'
import {
  euroKey,
  type ImportSite,
  openSite,
  placesOf,
  refusalOf,
  shareSite,
} from './import-site.ts'

const columns = 'app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package'
const file = (...lines: string[]) => `${[columns, ...lines].join('\n')}\n`

const three = [
  { app_id: 'brick', app_name: 'Brick', platform: 'amazon', android_package: 'com.example.brick' },
  {
    app_id: 'zap-android',
    app_name: 'Zap',
    platform: 'android',
    android_package: 'com.example.zap',
  },
  {
    app_id: 'zap-ios',
    app_name: 'Zap',
    platform: 'ios',
    app_store_id: 900000001,
    app_bundle_id: 'com.example.zap',
  },
]

/** The records of /api/v2/publisher/applications without links. */
async function appsOf(site: ImportSite): Promise<Record<string, unknown>[]> {
  const records = await site.applications()
  return records.map(({ dashboard_url: _dashboard, api_url: _api, ...rest }) => rest)
}

async function refusedAppsUnchanged(site: ImportSite, text: string, name?: string) {
  const before = [await appsOf(site), await site.applications('euros', euroKey)]
  const refusal = await refusalOf(site.importApps(text, name))
  expect([await appsOf(site), await site.applications('euros', euroKey)]).toEqual(before)
  return refusal
}

describe('an import of apps', () => {
  test('adds them, and V2 lists the identifiers of their platform', async () => {
    const site = await openSite()
    expect(await appsOf(site)).toEqual(three)
  })

  test('updates known apps and does not change others', async () => {
    const site = await openSite()
    const summary = await site.importApps(
      file(
        'zap-ios,studio,Zap 2,ios,900000002,com.example.zap2,',
        'new-one,studio,Alpha,android,,,com.example.alpha',
      ),
    )
    expect(summary).toEqual({ files: ['apps.csv'], added: 1, updated: 1 })
    expect(await appsOf(site)).toEqual([
      {
        app_id: 'new-one',
        app_name: 'Alpha',
        platform: 'android',
        android_package: 'com.example.alpha',
      },
      three[0],
      three[1],
      {
        app_id: 'zap-ios',
        app_name: 'Zap 2',
        platform: 'ios',
        app_store_id: 900000002,
        app_bundle_id: 'com.example.zap2',
      },
    ])
  })

  test('importing the same file twice changes nothing', async () => {
    const site = await openSite()
    const text = file('zap-ios,studio,Zap,ios,900000001,com.example.zap,')
    expect(await site.importApps(text)).toMatchObject({ added: 0, updated: 1 })
    expect(await appsOf(site)).toEqual(three)
  })

  test('keeps the figures of a renamed app', async () => {
    const site = await openSite()
    await site.importLines(['2026-03-01,zap-ios,ownnet,video,US,10,1'])
    await site.importApps(file('zap-ios,studio,Renamed,ios,,,'))
    const { data } = await site.report({ app_id: 'zap-ios' })
    expect(data).toMatchObject([{ app_name: 'Renamed', data: [{ impressions: 10 }] }])
  })

  test.each([
    ['a CSV', 'apps.csv', 'app_id,publisher,app_name,platform\nzap-ios,studio,Zap 2,ios\n'],
    [
      'NDJSON',
      'apps.ndjson',
      '{"app_id":"zap-ios","publisher":"studio","app_name":"Zap 2","platform":"ios"}\n',
    ],
  ])('%s with fewer columns keeps what it does not mention', async (_what, name, text) => {
    const site = await openSite()
    expect(await site.importApps(text, name)).toMatchObject({ added: 0, updated: 1 })
    expect((await appsOf(site)).at(-1)).toEqual({ ...three[2], app_name: 'Zap 2' })
  })

  test('Parquet with fewer columns keeps what it does not mention', async () => {
    const site = await openSite()
    const file = await site.parquet(
      'apps.parquet',
      `SELECT 'zap-ios' AS app_id, 'studio' AS publisher, 'Zap 2' AS app_name, 'ios' AS platform,
        CAST(NULL AS BIGINT) AS app_store_id`,
    )
    await site.call(importApps, {}, { files: [file] })
    const { app_store_id: _cleared, ...rest } = three[2]!
    expect((await appsOf(site)).at(-1)).toEqual({ ...rest, app_name: 'Zap 2' })
  })

  test('an empty cell of a column that the file has clears the identifier', async () => {
    const site = await openSite()
    await site.importApps(
      'app_id,publisher,app_name,platform,app_store_id\nzap-ios,studio,Zap,ios,\n',
    )
    const { app_store_id: _cleared, ...rest } = three[2]!
    expect((await appsOf(site)).at(-1)).toEqual(rest)
  })

  test('lets two apps of an account exchange their packages', async () => {
    const site = await openSite()
    await site.importApps(file('other,studio,Other,android,,,com.example.other'))
    await site.importApps(
      file(
        'other,studio,Other,android,,,com.example.zap',
        'zap-android,studio,Zap,android,,,com.example.other',
      ),
    )
    const packages = (await appsOf(site)).map((app) => [app.app_id, app.android_package])
    expect(packages).toContainEqual(['other', 'com.example.zap'])
    expect(packages).toContainEqual(['zap-android', 'com.example.other'])
  })

  test('accepts several files as one import', async () => {
    const site = await openSite()
    const files = [
      await site.file('a.csv', file('a,studio,A,ios,,,')),
      await site.file(
        'b.ndjson',
        '{"app_id":"b","publisher":"euros","app_name":"B","platform":"ios"}',
      ),
    ]
    expect(await site.call(importApps, {}, { files })).toEqual({
      files: ['a.csv', 'b.ndjson'],
      added: 2,
      updated: 0,
    })
  })

  test('reads a name with commas, quotes, a newline and any script', async () => {
    const site = await openSite()
    await site.importApps(file('odd,studio,"A ""b"", c\n菜单 🎮",ios,,,'))
    const [odd] = await appsOf(site)
    expect(odd?.app_name).toBe('A "b", c\n菜单 🎮')
  })

  test('reads NDJSON whose store id is a number, gzipped', async () => {
    const site = await openSite()
    const text =
      '{"app_id":"nd","publisher":"studio","app_name":"A","platform":"ios","app_store_id":123456789012345}\n'
    const packed = await site.file('apps.ndjson.gz', gzipSync(text))
    await site.call(importApps, {}, { files: [packed] })
    expect((await appsOf(site))[0]).toMatchObject({
      app_id: 'nd',
      app_store_id: 123_456_789_012_345,
    })
  })

  test('reads Parquet when the input format is set', async () => {
    const site = await openSite()
    const parquet = await site.parquet(
      'apps.parquet',
      `SELECT 'ios' AS platform, 'A' AS app_name, 'pq' AS app_id, 'studio' AS publisher,
        CAST(42 AS BIGINT) AS app_store_id`,
    )
    const renamed = await site.file('apps', await readFile(parquet.path))
    await site.call(importApps, { inputFormat: 'parquet' }, { files: [renamed] })
    expect((await appsOf(site))[0]).toEqual({
      app_id: 'pq',
      app_name: 'A',
      platform: 'ios',
      app_store_id: 42,
    })
  })
})

describe('an import of apps is refused whole', () => {
  const shared = shareSite()
  const good = 'fresh,studio,Fresh,ios,,,'

  test.each([
    ['an unknown publisher', 'x,nobody,X,ios,,,', 'publisher: "nobody"'],
    ['a missing publisher', 'x,,X,ios,,,', 'publisher:'],
    ['another platform of a known app', 'zap-ios,studio,Zap,android,,,', 'platform: "android"'],
    ['a move to another publisher', 'zap-ios,euros,Zap,ios,,,', 'publisher: "euros"'],
    ['a missing app_id', ',studio,X,ios,,,', 'app_id:'],
    ['an app_id with a comma', '"x,y",studio,X,ios,,,', 'app_id: "x,y"'],
    ['an app_id with a space', 'x y,studio,X,ios,,,', 'app_id: "x y"'],
    ['a missing name', 'x,studio,,ios,,,', 'app_name:'],
    ['an unknown platform', 'x,studio,X,windows,,,', 'platform: "windows"'],
    ['a platform in capitals', 'x,studio,X,iOS,,,', 'platform: "iOS"'],
    ['a missing platform', 'x,studio,X,,,,', 'platform:'],
    ['a store id that is not a number', 'x,studio,X,ios,id12,,', 'app_store_id: "id12"'],
    ['a store id on android', 'x,studio,X,android,12,,', 'app_store_id: "12"'],
    ['a store id on amazon', 'x,studio,X,amazon,12,,', 'app_store_id: "12"'],
    ['a bundle on android', 'x,studio,X,android,,com.x,', 'app_bundle_id: "com.x"'],
    ['a package on ios', 'x,studio,X,ios,,,com.x', 'android_package: "com.x"'],
    ['a package with a space', 'x,studio,X,android,,,com x', 'android_package: "com x"'],
  ])('because of %s', async (_fault, line, place) => {
    const refusal = await refusedAppsUnchanged(shared(), file(good, line))
    expect(refusal.message).toBe('Nothing was imported. Fix this cell:')
    expect(placesOf(refusal)).toEqual([`apps.csv:3: ${place}`])
    expect(refusal.details[0]).toMatch(/; expected .+/)
  })

  test('because of a repeated app_id, naming both lines', async () => {
    const refusal = await refusedAppsUnchanged(
      shared(),
      file(good, 'x,studio,X,ios,,,', 'fresh,studio,Fresh,ios,,,'),
    )
    expect(placesOf(refusal)).toEqual(['apps.csv:4: app_id: "fresh"'])
    expect(refusal.details[0]).toContain('apps.csv:2')
  })

  test('because of an identifier that another app of the account has', async () => {
    const { message } = await refusedAppsUnchanged(
      shared(),
      file(good, 'twin,studio,Twin,android,,,com.example.zap'),
    )
    expect(message).toContain('com.example.zap')
    expect(message).toContain('zap-android')
  })

  test('because of an unknown, a missing and a repeated column, naming each', async () => {
    const text = 'app_id,publisher,platform,platform,genre\nx,studio,ios,ios,puzzle\n'
    const { message } = await refusedAppsUnchanged(shared(), text)
    expect(message).toContain('unknown column "genre"')
    expect(message).toContain('repeated column "platform"')
    expect(message).toContain('missing column "app_name"')
  })

  test('naming the line after a quoted newline and blank lines', async () => {
    const refusal = await refusedAppsUnchanged(
      shared(),
      file('', 'a,studio,"A\n\nA",ios,,,', '', 'x,studio,X,windows,,,'),
    )
    // Line 2 is blank, the quoted name spans lines 3 to 5, and line 6 is blank.
    expect(placesOf(refusal)).toEqual(['apps.csv:7: platform: "windows"'])
  })

  test('listing the first 20 bad cells and their count', async () => {
    const lines = Array.from({ length: 25 }, (_, index) => `x${index},studio,X,windows,,,`)
    const refusal = await refusedAppsUnchanged(shared(), file(...lines))
    expect(refusal.message).toContain('25 cells')
    expect(placesOf(refusal)).toEqual(
      Array.from({ length: 20 }, (_, index) => `apps.csv:${index + 2}: platform: "windows"`),
    )
  })

  test('listing app moves among the other bad cells, in the order of lines', async () => {
    const refusal = await refusedAppsUnchanged(
      shared(),
      file('zap-ios,euros,Zap,ios,,,', 'x,studio,X,windows,,,'),
    )
    expect(placesOf(refusal)).toEqual([
      'apps.csv:2: publisher: "euros"',
      'apps.csv:3: platform: "windows"',
    ])
  })
})

test('two accounts may each have an app with the same package', async () => {
  const site = await openSite()
  await site.importApps(file('their-zap,euros,Zap,android,,,com.example.zap'))
  const [, theirs] = await site.applications('euros', euroKey)
  expect(theirs).toMatchObject({ app_id: 'their-zap', android_package: 'com.example.zap' })
})
