import { describe, expect, test } from 'vitest'
import { archiveApp } from '../../src/use-cases/change-app.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { listAccountImports } from '../../src/use-cases/list-account-imports.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { reconcileReports } from '../../src/use-cases/reconcile.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf, refusedUnchanged } from './import-site.ts'

const site = renewSite(openSite)

const row = (day: string, app: string, figures: string, network = 'ownnet') =>
  `2026-03-${day},${app},${network},video,US,${figures}`

/** Another iOS app of `studio`, which an app can be merged into. */
const oldApp =
  'app_id,publisher,app_name,platform,app_store_id\nzap-old,studio,Zap old,ios,900000002\n'

const march = { startDate: '2026-03-01', endDate: '2026-03-31' }

async function changes() {
  const { data } = await site.changes()
  return data.map(({ date, app_id: app, old, new: now }) => [
    ...[date.slice(8), app, old?.impressions ?? null, now?.impressions ?? null],
  ])
}

describe('figures of a range', () => {
  test('are deleted by app and network, and the changes and lists show it', async () => {
    await site.importLines([
      ...[row('01', 'zap-ios', '10,1'), row('01', 'zap-ios', '20,2', 'admob')],
      ...[row('02', 'zap-ios', '30,3'), row('02', 'brick', '40,4'), row('02', 'euro-app', '5,5')],
    ])
    const before = await site.figures()
    const request = { account: 'studio', ...march }
    const dry = await site.call(deleteFigures, { ...request, dryRun: true })
    expect(dry).toEqual({
      entry: null,
      account: 'studio',
      currency: 'USD',
      slices: 4,
      days: 2,
      first_day: '2026-03-01',
      last_day: '2026-03-02',
      impressions: '100',
      revenue: '10',
      networks: [
        { network: 'admob', days: 1, slices: 1, impressions: '20', revenue: '2' },
        { network: 'ownnet', days: 2, slices: 3, impressions: '80', revenue: '8' },
      ],
    })
    expect(await site.figures()).toEqual(before)

    const some = { ...request, appId: 'zap-ios', network: 'ownnet', endDate: '2026-03-01' }
    expect(await site.call(deleteFigures, some)).toMatchObject({ entry: 2, slices: 1 })
    expect(await site.call(deleteFigures, request)).toMatchObject({ entry: 3, slices: 3 })
    expect(await site.figures()).toEqual(before.filter((line) => line.includes('euro-app')))
    expect((await changes()).slice(4)).toEqual([
      ['01', 'zap-ios', 10, null],
      ['01', 'zap-ios', 20, null],
      ['02', 'zap-ios', 30, null],
      ['02', 'brick', 40, null],
    ])
    const [all, one] = await site.call(listImports, { limit: 2 })
    expect(all).toMatchObject({
      id: 3,
      kind: 'deletion',
      source: 'adtally',
      files: [],
      rows: 0,
      slices: 3,
      first_day: '2026-03-01',
      last_day: '2026-03-02',
      subject: { app: null, into: null, network: null, whole_app: false },
      changes: [{ account: 'studio', impressions: '-90', revenue: '-9' }],
    })
    expect(one?.subject).toMatchObject({ app: 'zap-ios', network: 'ownnet' })
    const { imports } = await site.call(listAccountImports, { account: 'studio' })
    expect(imports[0]).toMatchObject({ id: 3, kind: 'deletion', slices_removed: 3 })

    expect(await site.call(undoImport, { id: 3 })).toMatchObject({ restored_slices: 3 })
    await site.call(undoImport, { id: 2 })
    expect(await site.figures()).toEqual(before)
    expect(await site.slices()).toHaveLength(5)
    await expect(refusalOf(site.call(undoImport, { id: 2 }))).resolves.toMatchObject({
      code: 'import_undone',
    })
  })

  test('of a secondary report are deleted apart', async () => {
    const lines = [row('01', 'zap-ios', '10,1')]
    await site.importLines(lines)
    await site.importLines(lines, { as: 'mediation' })
    const request = { account: 'studio', ...march, as: 'mediation' }
    expect(await site.call(deleteFigures, request)).toMatchObject({ slices: 1 })
    expect(await site.figures()).toHaveLength(1)
    const again = await refusedUnchanged(site, () => site.call(deleteFigures, request))
    expect(again.code).toBe('no_figures')
  })

  test('that there are none of are refused, on all days and networks', async () => {
    const all = { account: 'studio', startDate: '0001-01-01', endDate: '9999-12-31' }
    expect(await refusalOf(site.call(deleteFigures, all))).toMatchObject({ code: 'no_figures' })
    await site.importLines([row('01', 'zap-ios', '10,1')])
    for (const request of [
      { ...all, network: 'never' },
      { ...all, appId: 'brick' },
    ]) {
      const refusal = await refusedUnchanged(site, () => site.call(deleteFigures, request))
      expect(refusal.code).toBe('no_figures')
    }
    const foreign = { ...all, appId: 'euro-app' }
    expect(await refusalOf(site.call(deleteFigures, foreign))).toMatchObject({
      code: 'unknown_app',
    })
    expect(await site.call(deleteFigures, all)).toMatchObject({ slices: 1 })
  })
})

describe('a deleted app', () => {
  test('is nowhere, names its past figures, and comes back with an undo', async () => {
    await site.importLines([row('01', 'zap-ios', '10,1'), row('01', 'brick', '5,1')])
    const { committed_at: asOf } = (await site.call(listImports, { limit: 1 }))[0]!
    await site.call(linkApp, {
      network: 'applovin',
      networkAppId: 'zap',
      appId: 'zap-ios',
      platform: 'ios',
    })
    const [before, apps] = [await site.figures(), await site.applications()]
    const everything = await site.report({})
    expect(await site.call(deleteApp, { appId: 'zap-ios' })).toMatchObject({ entry: 2, slices: 1 })
    const names = (await site.applications()).map(({ app_id: appId }) => appId)
    expect(names).toEqual(['brick', 'zap-android'])
    expect(await site.figures()).toHaveLength(1)
    expect(await changes()).toContainEqual(['01', 'zap-ios', 10, null])
    expect((await site.report({ as_of: asOf })).data).toEqual(
      expect.arrayContaining(everything.data.filter((one: { data: object }) => one.data)),
    )
    expect((await site.request({ app_id: 'zap-ios' })).statusCode).toBe(404)
    const stats = await refusalOf(site.importLines([row('02', 'zap-ios', '1,1')]))
    expect(stats.code).toBe('unknown_apps')
    const max = await site.file('max.csv', maxReport('zap'))
    expect(await refusalOf(site.importStats([max]))).toMatchObject({ code: 'unknown_network_apps' })

    await site.call(undoImport, { id: 2 })
    expect(await site.figures()).toEqual(before)
    expect(await site.applications()).toEqual(apps)
    expect(await site.importStats([max])).toMatchObject({ slices: 1 })
  })

  test('comes back without its figures when an apps file has its app_id', async () => {
    await site.importLines([row('01', 'zap-ios', '10,1')])
    await site.call(deleteApp, { appId: 'zap-ios' })
    // Its identifiers are free.
    const text = 'app_id,publisher,app_name,platform,app_store_id\n'
    await site.importApps(`${text}new,studio,New,ios,900000001\n`)
    expect(await site.importApps(`${text}zap-ios,studio,Zap,ios,\n`)).toMatchObject({ added: 1 })
    expect(await site.figures()).toEqual([])
    await site.importLines([row('02', 'zap-ios', '1,1')])
    // Its deletion can still be undone, which leaves what was imported since.
    await site.call(undoImport, { id: 2 })
    expect(await site.slices()).toHaveLength(2)
    expect(await site.applications()).toHaveLength(4)
  })
})

const maxReport = (application: string) =>
  `day,application,platform,network,ad_format,country,impressions,estimated_revenue
2026-03-01,${application},ios,APPLOVIN,BANNER,US,3,0.25
`

describe('a merged app', () => {
  test('adds its figures to the other app, where its imports go from then on', async () => {
    await site.importApps(oldApp)
    await site.call(linkApp, {
      network: 'applovin',
      networkAppId: 'zap',
      appId: 'zap-old',
      platform: 'ios',
    })
    await site.importLines([
      ...[row('01', 'zap-old', '10,1'), row('01', 'zap-ios', '20,2')],
      ...[row('02', 'zap-old', '30,3', 'admob')],
    ])
    await site.importLines([row('01', 'zap-old', '9,1')], { as: 'mediation' })
    const before = await site.figures()
    expect(await site.call(mergeApps, { appId: 'zap-old', into: 'zap-ios' })).toMatchObject({
      entry: 3,
      slices: 2,
      added_to_slices: 1,
      impressions: '40',
      revenue: '4',
    })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video US 30 0 0 3000000',
      '2026-03-02 zap-ios admob video US 30 0 0 3000000',
    ])
    expect((await changes()).slice(3)).toEqual([
      ['01', 'zap-ios', 20, 30],
      ['01', 'zap-old', 10, null],
      ['02', 'zap-ios', null, 30],
      ['02', 'zap-old', 30, null],
    ])
    const [entry] = await site.call(listImports, { limit: 1 })
    expect(entry).toMatchObject({
      kind: 'merge',
      day_zone: 'UTC',
      undone_by: null,
      subject: { app: 'zap-old', into: 'zap-ios' },
      changes: [{ account: 'studio', impressions: '0', revenue: '0' }],
    })
    const gaps = await site.call(reconcileReports, { report: 'mediation', tolerance: '0' })
    expect(gaps).toMatchObject([{ app_id: 'zap-ios', primary: { impressions: '30' } }])

    // By its app_id, its link and its store identifier.
    await site.importLines([row('05', 'zap-old', '1,1'), row('05', 'zap-ios', '2,2')])
    await site.importStats([await site.file('max.csv', maxReport('zap'))])
    expect((await site.figures()).slice(1)).toEqual([
      '2026-03-01 zap-ios ownnet video US 30 0 0 3000000',
      '2026-03-02 zap-ios admob video US 30 0 0 3000000',
      '2026-03-05 zap-ios ownnet video US 3 0 0 3000000',
    ])
    const refused = await refusalOf(site.importApps(oldApp))
    expect(refused.message).toBe(
      'Nothing was imported. The app "zap-old" was merged into "zap-ios". Remove its row from the file',
    )

    await site.call(undoImport, { id: 3 })
    const restored = (await site.figures()).filter((line) =>
      /^2026-03-0[12].*(ownnet|admob)/.test(line),
    )
    expect(restored).toEqual(before)
    expect((await site.applications()).map(({ app_id: appId }) => appId)).toContain('zap-old')
  })

  test('restates the merged figures as one source, which a next import replaces', async () => {
    await site.importApps(oldApp)
    const line = row('01', 'zap-old', '10,1')
    await site.importLines([line])
    await site.call(mergeApps, { appId: 'zap-old', into: 'zap-ios' })
    const again = await site.importLines([line], { keepOtherSources: true })
    expect(again).toMatchObject({ unchanged_slices: 1, kept_other_sources: {}, other_sources: {} })
  })

  test('can be merged on, and merges are undone from the last one', async () => {
    await site.importApps(`${oldApp}zap-new,studio,Zap new,ios,900000003\n`)
    await site.importLines([row('01', 'zap-old', '10,1'), row('01', 'zap-ios', '20,2')])
    const before = await site.figures()
    await site.call(mergeApps, { appId: 'zap-old', into: 'zap-ios' })
    await site.call(mergeApps, { appId: 'zap-ios', into: 'zap-new' })
    await site.importLines([row('02', 'zap-old', '1,1')])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-new ownnet video US 30 0 0 3000000',
      '2026-03-02 zap-new ownnet video US 1 0 0 1000000',
    ])
    const { message } = await refusalOf(site.call(undoImport, { id: 2 }))
    expect(message).toContain('Undo 3 first: adtally imports undo 3')
    await site.call(undoImport, { id: 4 })
    await site.call(undoImport, { id: 3 })
    await site.call(undoImport, { id: 2 })
    expect(await site.figures()).toEqual(before)
  })

  test('is refused with another account, another platform or itself', async () => {
    const merges = [
      ['zap-ios', 'euro-app', 'account'],
      ['zap-ios', 'zap-android', 'platform'],
      ['zap-ios', 'zap-ios', 'nothing'],
    ] as const
    for (const [appId, into, differs] of merges) {
      for (const dryRun of [true, false]) {
        const refusal = await refusedUnchanged(site, () =>
          site.call(mergeApps, { appId, into, dryRun }),
        )
        expect(refusal).toMatchObject({ code: 'apps_not_mergeable', facts: { differs } })
      }
    }
  })
})

test('an archived app is in no list, and its figures count', async () => {
  await site.importLines([row('01', 'zap-ios', '10,1')])
  const all = await site.report({})
  await site.call(archiveApp, { appId: 'zap-ios' })
  await site.call(archiveApp, { appId: 'brick' })
  const names = (await site.applications()).map(({ app_id: appId }) => appId)
  expect(names).toEqual(['zap-android'])
  // Without figures it is left out there too.
  const isBrick = ({ app_id: appId }: { app_id: string }) => appId === 'brick'
  const rest = all.data.filter((one: { app_id: string }) => !isBrick(one))
  expect((await site.report({})).data).toEqual(rest)
  expect((await site.report({ app_id: 'zap-ios' })).data).toHaveLength(1)
  expect(await site.importLines([row('02', 'zap-ios', '1,1')])).toMatchObject({ slices: 1 })
})

test('the ledger and the figures of others stay when an account is deleted', async () => {
  await site.importLines([row('01', 'zap-ios', '10,1'), row('01', 'euro-app', '5,5')])
  await site.importLines([row('02', 'euro-app', '6,6')], { as: 'mediation' })
  await site.importLines([row('02', 'zap-ios', '10,1')])
  const kept = (await site.figures()).filter((line) => line.includes('zap'))
  const version = await site.installation.figures.states.version()
  await refusalOf(site.call(deleteAccount, { username: 'nobody' }))
  expect(await site.call(deleteAccount, { username: 'euros', dryRun: true })).toMatchObject({
    deleted: false,
    apps: 1,
    secondary_reports: ['mediation'],
    figures: { slices: 1, impressions: '5', revenue: '5' },
  })
  expect(await site.call(deleteAccount, { username: 'euros' })).toMatchObject({ deleted: true })
  expect(await site.figures()).toEqual(kept)
  expect(await site.installation.figures.states.version()).toBe(version)
  const entries = await site.call(listImports, { limit: 9 })
  expect(entries.map(({ id, changes: of }) => [id, of.map(({ account }) => account)])).toEqual([
    [3, ['studio']],
    [2, []],
    [1, ['studio']],
  ])
  // The stores still belong together, and go on with new ids.
  await site.close()
  await site.open()
  expect(await site.figures()).toEqual(kept)
  await site.call(deleteAccount, { username: 'studio' })
  await site.close()
  await site.open()
  expect(await site.call(listImports, { limit: 1 })).toMatchObject([{ id: 3, rows: 0, slices: 0 }])
})
