import { describe, expect, test } from 'vitest'
import { reconcileReports } from '../../src/use-cases/reconcile.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf, refusedUnchanged } from './import-site.ts'

const site = renewSite(openSite)

const row = (day: string, figures: string, country = 'US', app = 'zap-ios', network = 'ownnet') =>
  `2026-03-${day},${app},${network},video,${country},${figures}`

const put = async (...lines: string[]) => (await site.importLines(lines)).import

/** Slices as `day app network impressions micros`. */
const slices = async () =>
  (await site.slices()).map((line) => {
    const [day, app, network, impressions, , , micros] = line.split(' ')
    return [day!.slice(8), app, network, impressions, micros].join(' ')
  })

describe('an undo', () => {
  test('restores what an import replaced and removes what it added, in all accounts', async () => {
    const both = (figures: string) => [row('01', figures), row('01', figures, 'US', 'euro-app')]
    const first = await put(...both('10,1'), row('01', '5,0.5', 'DE'), row('02', '20,2'))
    const before = [await site.figures(), await site.slices()]
    const last = await put(...both('99,9'), row('03', '30,3'))
    const undone = { restored_slices: 2, removed_slices: 1, kept_slices: 0 }
    expect(await site.call(undoImport, { id: last })).toEqual({ undo: 3, import: 2, ...undone })
    expect([await site.figures(), await site.slices()]).toEqual(before)
    expect(await site.call(undoImport, { id: first })).toMatchObject({ removed_slices: 3 })
    expect([await site.figures(), await site.slices()]).toEqual([[], []])
    expect((await site.report({ app_id: 'zap-ios' })).data).toEqual([])
  })

  test('lists the exact sums that return, also beyond 53 bits', async () => {
    await put(row('01', '10,9095195941.687329'))
    const last = await put(row('01', '10,1'))
    await site.call(undoImport, { id: last })
    const { ledger, accounts } = site.installation
    const { id: account } = await accounts.get('studio')
    const changes = await ledger.changes({ account, apps: null }, null, 10)
    expect(changes.at(-1)!.new!.revenueMicros).toBe(9_095_195_941_687_329n)
  })

  test('of an import that created an app keeps the app, without figures', async () => {
    const report =
      'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)\n' +
      '12,New,Banner,US,ios,2026-03-01,20,1,0.1\n'
    const given = [await site.file('fyber.csv', report)]
    const request = { source: 'digital-turbine', createApps: 'studio' }
    const { import: id } = await site.importStats(given, request)
    await site.call(undoImport, { id: id })
    const { data } = await site.report()
    expect(data).toContainEqual({
      app_name: 'New',
      app_id: expect.any(String),
      data: { impressions: 0, revenue_in_cents: 0, ecpm_cents: 0 },
    })
    expect(await site.importStats(given, { source: 'digital-turbine' })).toMatchObject({ rows: 1 })
  })

  test('of a secondary report changes only that report', async () => {
    await put(row('01', '10,1'))
    const second = await site.importLines([row('01', '12,3')], { as: 'other' })
    const reported = async () =>
      (await site.call(reconcileReports, { report: 'other', tolerance: '0' })).map(
        ({ primary, secondary }) => [primary?.revenue, secondary?.revenue],
      )
    expect(await reported()).toEqual([['1', '3']])
    expect(await site.call(undoImport, { id: second.import })).toMatchObject({ removed_slices: 1 })
    expect(await reported()).toEqual([])
    expect(await slices()).toEqual(['01 zap-ios ownnet 10 1000000'])
  })

  test('can be followed by another import of the same file', async () => {
    await put(row('01', '10,1'))
    const lines = [row('01', '20,2'), row('02', '30,3')]
    const second = await put(...lines)
    const before = await site.figures()
    await site.call(undoImport, { id: second })
    const again = await site.importLines(lines)
    expect(again).toMatchObject({ import: 4, slices: 2, replaced_slices: 1 })
    expect(await site.figures()).toEqual(before)
    await site.call(undoImport, { id: again.import })
    expect(await slices()).toEqual(['01 zap-ios ownnet 10 1000000'])
  })

  test('is still there after a restart', async () => {
    await put(row('01', '10,1'))
    await site.call(undoImport, { id: await put(row('01', '20,2')) })
    await site.close()
    await site.open()
    expect(await slices()).toEqual(['01 zap-ios ownnet 10 1000000'])
    expect((await refusalOf(site.call(undoImport, { id: 2 }))).message).toMatch(/already undone/)
  })
})

describe('an undo is refused, and nothing changes', () => {
  test('a second time', async () => {
    await put(row('01', '10,1'))
    const { undo } = await site.call(undoImport, { id: 1 })
    const refusal = await refusedUnchanged(site, () => site.call(undoImport, { id: 1 }))
    expect(refusal.message).toBe(`Import 1 is already undone, by ${undo}`)
  })

  test('of an undo, explaining how to restore the import', async () => {
    await put(row('01', '10,1'))
    const { undo } = await site.call(undoImport, { id: 1 })
    const refusal = await refusedUnchanged(site, () => site.call(undoImport, { id: undo }))
    expect(refusal.message).toBe(
      '2 is an undo. To restore the import that it withdrew, import the files again',
    )
  })

  test.each([2, 4_294_967_295])('of an unknown import: %i', async (id) => {
    await put(row('01', '10,1'))
    const refusal = await refusedUnchanged(site, () => site.call(undoImport, { id: id }))
    expect(refusal.message).toBe(`There is no import ${id}. List the imports: adtally imports`)
  })
})
