import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { csv, openSite, refusedUnchanged } from './import-site.ts'
import { type InmobiRow, inmobiReport, pangleAnswer } from './network-reports.ts'

const site = renewSite(openSite)

const appsHeader = 'app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package'

const importInmobi = async (
  rows: readonly Partial<InmobiRow>[],
  request: { createApps?: string } = {},
) => site.importStats([await site.file('inmobi.csv', inmobiReport(rows))], request)

const link = (networkAppId: string, appId: string, network = 'inmobi') =>
  site.call(linkApp, { network, networkAppId, appId, replace: true })

const adcolonyColumns =
  'date,zone_id,app_id,app_name,store_id,platform,country,cvvs,impressions,clicks,earnings'

async function importAdcolony(store: string, platform: string, request = {}) {
  const line = `2026-03-01,z1,a1,Some App,${store},${platform},US,9,10,1,0.01`
  return site.importStats([await site.file('adcolony.csv', csv([line], adcolonyColumns))], request)
}

/** The apps that have figures, each once. */
const appsWithFigures = async () => [
  ...new Set((await site.figures()).map((line) => line.split(' ')[1])),
]

const unknown = { id: '900', name: 'Mystery', bundle: 'com.mystery' }

describe('an app of a report is found', () => {
  test('by its package, on the platform that the report states', async () => {
    await importInmobi([{}, { platform: 'Android', id: '72' }])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-android inmobi banner US 10 1 0 10000',
      '2026-03-01 zap-ios inmobi banner US 10 1 0 10000',
    ])
  })

  test('by its App Store number', async () => {
    await importAdcolony('900000001', 'ios')
    expect(await appsWithFigures()).toEqual(['zap-ios'])
  })
})

describe('an app of a report is not found', () => {
  const lists = async (row: Partial<InmobiRow>, command: string) => {
    const refusal = await refusedUnchanged(site, () => importInmobi([row]))
    expect(refusal.details).toContain(`  ${command}`)
  }

  test('by a package of apps of two accounts', async () => {
    await site.importApps(`${appsHeader}\neuro-zap,euros,Zap,ios,,com.example.zap,\n`)
    await lists({}, 'adtally apps link inmobi 71 APP_ID   # Zap, ios')
    await link('71', 'zap-ios')
    await importInmobi([{}])
    expect(await appsWithFigures()).toEqual(['zap-ios'])
  })

  test('by a link for another platform or network, or in another case', async () => {
    await link('900', 'zap-android')
    await link('900', 'zap-ios', 'pangle')
    await link('ab', 'zap-ios')
    await lists(unknown, 'adtally apps link inmobi 900 APP_ID   # Mystery, ios')
    const shouting = { ...unknown, id: 'AB' }
    await lists(shouting, 'adtally apps link inmobi AB APP_ID   # Mystery, ios')
  })

  test('by an App Store number on Android, or by a package that only starts the same', async () => {
    await refusedUnchanged(site, () => importAdcolony('900000001', 'android'))
    await lists({ bundle: 'com.example.za' }, 'adtally apps link inmobi 71 APP_ID   # Zap, ios')
  })

  test('and is listed once, however many rows and files contain it', async () => {
    const rows = [unknown, { ...unknown, country: 'DE' }, { ...unknown, id: '901' }]
    const files = [
      await site.file('a.csv', inmobiReport(rows)),
      await site.file('b.csv', inmobiReport([unknown, {}])),
    ]
    const { message, details } = await refusedUnchanged(site, () => site.importStats(files))
    expect(message).toContain('2 apps are unknown')
    expect(details.filter((line) => line.includes('apps link'))).toHaveLength(2)
    expect(details.join()).not.toContain(' 71 ')
  })
})

describe('--create-apps', () => {
  test("adds the name, the platform and the platform's identifiers", async () => {
    const summary = await importInmobi(
      [
        { ...unknown, platform: 'Google Play' },
        { ...unknown, id: '901', name: 'Mystery 2', platform: 'iOS' },
        { ...unknown, id: '902', name: '', bundle: '', platform: 'amazon' },
        {},
      ],
      { createApps: 'studio' },
    )
    expect(summary.created_apps).toEqual(['Mystery', 'Mystery 2', '902'])
    const { apps, accounts } = site.installation
    const all = await apps.ofAccount((await accounts.get('studio')).id)
    const created = all.filter(({ appId }) => /^\d+$/.test(appId))
    expect(created).toMatchObject([
      { name: '902', platform: 'amazon' },
      { name: 'Mystery', platform: 'android', androidPackage: 'com.mystery' },
      { name: 'Mystery 2', platform: 'ios', appBundleId: 'com.mystery' },
    ])
    expect(created[0]!.androidPackage).toBeUndefined()
    expect(all).toHaveLength(6)
  })

  test('adds the App Store number, by which the app is found later', async () => {
    await importAdcolony('912345678', 'iOS', { createApps: 'studio' })
    const apps = await site.applications()
    expect(apps.filter(({ app_name: name }) => name === 'Some App')).toHaveLength(1)
    const { apps: store } = site.installation
    const wanted = {
      network: 'pangle',
      networkAppId: 'never seen',
      name: 'whatever',
      platform: 'ios' as const,
      appStoreId: 912_345_678,
    }
    const [found] = await store.candidatesFor([wanted], null)
    const app = { name: 'Some App', platform: 'ios', appStoreId: 912_345_678 }
    expect(found).toMatchObject({ linked: [], alike: [app] })
  })

  test('lets another network find the app by its package', async () => {
    await importInmobi([unknown], { createApps: 'studio' })
    const answer = await site.file('a.json', pangleAnswer([{ package: 'com.mystery' }]))
    expect(await site.importStats([answer])).toMatchObject({ created_apps: [], slices: 1 })
    expect(await appsWithFigures()).toHaveLength(1)
  })

  test('is refused when the platform is not stated, listing only those apps', async () => {
    const before = await site.applications()
    const { message, details } = await refusedUnchanged(site, () =>
      importInmobi([unknown, { ...unknown, id: '901', platform: '' }], {
        createApps: 'studio',
      }),
    )
    expect(message).toContain('1 app is unknown, and the report does not state its platform')
    expect(details).toEqual(['  adtally apps link inmobi 901 APP_ID   # Mystery'])
    expect(await site.applications()).toEqual(before)
  })
})
