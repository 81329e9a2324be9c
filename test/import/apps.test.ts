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
})

describe('an import of apps is refused whole', () => {
  const shared = shareSite()
  const good = 'fresh,studio,Fresh,ios,,,'

  test('because of its bad cells, each named with its line', async () => {
    const bad = [
      ['x0,nobody,X,ios,,,', 'publisher: "nobody"'],
      ['x1,,X,ios,,,', 'publisher:'],
      ['brick,studio,Brick,android,,,', 'platform: "android"'],
      ['zap-ios,euros,Zap,ios,,,', 'publisher: "euros"'],
      [',studio,X,ios,,,', 'app_id:'],
      ['"x,y",studio,X,ios,,,', 'app_id: "x,y"'],
      ['x y,studio,X,ios,,,', 'app_id: "x y"'],
      ['x7,studio,,ios,,,', 'app_name:'],
      ['x8,studio,X,windows,,,', 'platform: "windows"'],
      ['x9,studio,X,iOS,,,', 'platform: "iOS"'],
      ['x10,studio,X,,,,', 'platform:'],
      ['x11,studio,X,ios,id12,,', 'app_store_id: "id12"'],
      ['x12,studio,X,android,12,,', 'app_store_id: "12"'],
      ['x13,studio,X,amazon,12,,', 'app_store_id: "12"'],
      ['x14,studio,X,android,,com.x,', 'app_bundle_id: "com.x"'],
      ['x15,studio,X,ios,,,com.x', 'android_package: "com.x"'],
      ['x16,studio,X,android,,,com x', 'android_package: "com x"'],
    ] as const
    const lines = bad.map(([line]) => line)
    const refusal = await refusedAppsUnchanged(shared(), file(good, ...lines))
    expect(refusal.message).toBe('Nothing was imported. Fix these 17 cells:')
    expect(placesOf(refusal)).toEqual(bad.map(([, place], nth) => `apps.csv:${nth + 3}: ${place}`))
    for (const detail of refusal.details) expect(detail).toMatch(/; expected .+/)
  })

  test('because of a repeated app_id, naming both lines', async () => {
    const refusal = await refusedAppsUnchanged(
      shared(),
      file(good, 'x,studio,X,ios,,,', 'fresh,studio,Fresh,ios,,,'),
    )
    expect(placesOf(refusal)).toEqual(['apps.csv:4: app_id: "fresh"'])
    expect(refusal.details[0]).toContain('apps.csv:2')
  })

  test('because of an unknown, a missing and a repeated column, naming each', async () => {
    const text = 'app_id,publisher,platform,platform,genre\nx,studio,ios,ios,puzzle\n'
    const { message } = await refusedAppsUnchanged(shared(), text)
    expect(message).toContain('unknown column "genre"')
    expect(message).toContain('repeated column "platform"')
    expect(message).toContain('missing column "app_name"')
  })
})
