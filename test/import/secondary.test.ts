import { describe, expect, test } from 'vitest'
import { toTolerance } from '../../src/use-cases/find-gaps.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import {
  type ReconcileRequest,
  reconcileAccounts,
  reconcileReports,
} from '../../src/use-cases/reconcile.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { parseDay } from '../../src/values/day.ts'
import { changesPath, freshnessPath, shareHistory, studio } from '../fixtures/history-site.ts'
import { applicationsPath, statsPath } from '../fixtures/v2-publisher.ts'
import { type ImportSite, openSite, refusalOf, refusedUnchanged, shareSite } from './import-site.ts'

const row = (day: string, figures: string, app = 'zap-ios', network = 'admob') =>
  `2026-03-${day},${app},${network},video,US,${figures}`

const reconcile = (site: ImportSite, request: Partial<ReconcileRequest> = {}) =>
  site.call(reconcileReports, { report: 'mediation', tolerance: '1', ...request })

/** Gaps as `day account app network primary secondary gap currency label`. */
const gaps = async (site: ImportSite, request?: Partial<ReconcileRequest>) =>
  (await reconcile(site, request)).map((gap) =>
    [
      ...[gap.date.slice(8), gap.account, gap.app_id, gap.ad_network],
      ...[gap.primary?.revenue ?? '-', gap.secondary?.revenue ?? '-', gap.gap, gap.currency],
      gap.label,
    ].join(' '),
  )

describe('a secondary report', () => {
  const history = shareHistory()

  test('is never counted: no answer of any interface changes', async () => {
    const site = history.site()
    await site.importLines([row('01', '10,1'), row('02', '20,2', 'brick')])
    const days = { start_date: '2026-03-01', end_date: '2026-03-03' }
    const earlier = { key: studio.key, ...days, network: 'ownnet,ownnet_exchange' }
    const read = async () => {
      const answers = [
        await history.get(applicationsPath),
        await history.get(changesPath),
        await history.get(freshnessPath, days),
        await history.server().get('/api/publisher/studio', earlier),
        await history.server().get('/api/publisher/studio/ios/900000001', earlier),
        await history.server().get('/api/publisher/studio', { ...earlier, format: 'csv' }),
      ]
      for (const query of [
        ...[{}, { app_id: 'zap-ios' }, { group_by: 'network' }, { network: 'tapjoy' }],
        ...[{ group_by: 'country' }, { as_of: '2099-01-01T00:00:00Z' }],
      ]) {
        answers.push(await history.get(statsPath, { ...days, ...query }))
      }
      for (const { statusCode } of answers) expect(statusCode).toBe(200)
      return [answers.map(({ body }) => body), await site.figures(), await site.slices()]
    }
    const before = await read()
    const rows = [
      ...[row('01', '99,9'), row('03', '99,9'), row('01', '99,9', 'brick', 'tapjoy')],
      row('01', '99,9', 'zap-ios', 'ownnet'),
    ]
    const summary = await site.importLines(rows, { as: 'mediation' })
    expect(summary).toMatchObject({ report: 'mediation', rows: 4, slices: 4, replaced_slices: 0 })
    expect(summary.revenue).toEqual({ USD: '36' })
    expect(await read()).toEqual(before)
    await site.call(undoImport, { id: summary.import })
    expect(await read()).toEqual(before)
  })

  test('is in the list of imports with its name and account', async () => {
    await history.site().importLines([row('05', '7,0.25')], { as: 'listed' })
    const [line] = await history.site().call(listImports, { limit: 1 })
    expect(line).toMatchObject({
      kind: 'import',
      report: 'listed',
      rows: 1,
      changes: [{ account: 'studio', currency: 'USD', impressions: '7', revenue: '0.25' }],
    })
  })
})

describe('its name', () => {
  test('has lower-case letters, digits and underscores', async () => {
    const site = await openSite()
    for (const as of ['levelplay', '0', 'max_2', 'a'.repeat(64)]) {
      expect(await site.importLines([row('01', '1,1')], { as })).toMatchObject({ report: as })
    }
    for (const as of ['', 'LevelPlay', 'level play', 'level-play', 'é', 'a.b', 'a'.repeat(65)]) {
      const { message } = await refusedUnchanged(site, () =>
        site.importLines([row('01', '1,1')], { as }),
      )
      expect(message).toBe(
        `--as: "${as}" is not accepted; expected lower-case letters, digits and underscores, at most 64`,
      )
    }
  })
})

describe('a reconciliation', () => {
  test('has exactly both numbers, the gap and a label', async () => {
    const site = await openSite()
    await site.importLines([row('01', '10,1.5'), row('02', '20,2')])
    await site.importLines([row('01', '12,1.25'), row('03', '30,3')], { as: 'mediation' })
    const slice = { account: 'studio', app_id: 'zap-ios', ad_network: 'admob', currency: 'USD' }
    expect(await reconcile(site)).toStrictEqual([
      {
        ...slice,
        date: '2026-03-01',
        gap: '-0.25',
        label: 'unexplained',
        primary: { impressions: '10', revenue: '1.5' },
        secondary: { impressions: '12', revenue: '1.25' },
      },
      {
        ...slice,
        date: '2026-03-02',
        gap: '-2',
        label: 'missing',
        primary: { impressions: '20', revenue: '2' },
        secondary: null,
      },
      {
        ...slice,
        date: '2026-03-03',
        gap: '3',
        label: 'missing',
        primary: null,
        secondary: { impressions: '30', revenue: '3' },
      },
    ])
  })

  test('omits networks and accounts that the report does not have', async () => {
    const site = await openSite()
    await site.importLines([
      ...[row('01', '10,1', 'zap-ios', 'ownnet'), row('01', '10,1', 'brick')],
      row('01', '10,1', 'euro-app'),
    ])
    await site.importLines([row('01', '10,1')], { as: 'mediation' })
    expect((await gaps(site)).sort()).toEqual([
      '01 studio brick admob 1 - -1 USD missing',
      '01 studio zap-ios admob - 1 1 USD missing',
    ])
  })

  test('compares the requested days, inclusive', async () => {
    const site = await openSite()
    const days = ['01', '02', '03', '04']
    await site.importLines(days.map((day) => row(day, '10,1')))
    await site.importLines(
      days.map((day) => row(day, '10,1')),
      { as: 'mediation' },
    )
    const compared = async (request: Partial<ReconcileRequest>) =>
      (await reconcile(site, request)).map(({ date }) => date.slice(8))
    expect(await compared({})).toEqual(days)
    expect(await compared({ startDate: '2026-03-02', endDate: '2026-03-03' })).toEqual(['02', '03'])
    expect(await compared({ startDate: '2026-03-04' })).toEqual(['04'])
    expect(await compared({ endDate: '2026-03-01' })).toEqual(['01'])
  })

  test("reads the report's figures again after a new import", async () => {
    const site = await openSite()
    await site.importLines([row('01', '1,2')])
    await site.importLines([row('01', '1,2')], { as: 'mediation' })
    const again = await site.importLines([row('01', '1,3')], { as: 'mediation' })
    expect(again.replaced_slices).toBe(1)
    expect(await gaps(site)).toEqual(['01 studio zap-ios admob 2 3 1 USD unexplained'])
    const gap = (tolerance: string) => gaps(site, { tolerance })
    expect(await gap('33.33')).toEqual([expect.stringMatching(/ unexplained$/)])
    expect(await gap('33.34')).toEqual([expect.stringMatching(/ below tolerance$/)])
    await site.call(undoImport, { id: again.import })
    expect(await gaps(site)).toEqual(['01 studio zap-ios admob 2 2 0 USD below tolerance'])
  })

  test("of a report with converted amounts is in the account's currency", async () => {
    const site = await openSite()
    const columns = 'date,app_id,network,format,country,impressions,revenue,currency'
    await site.importLines([row('01', '10,5', 'euro-app')])
    const rates = { name: 'rates.csv', text: 'day,currency,rate\n2026-03-01,USD,0.5\n' }
    const options = { as: 'mediation', columns, rates }
    const summary = await site.importLines([`${row('01', '10,8', 'euro-app')},USD`], options)
    expect(summary).toMatchObject({ revenue: { EUR: '4' }, converted: { USD: '8' } })
    expect(await gaps(site)).toEqual(['01 euros euro-app admob 5 4 -1 EUR unexplained'])
  })
})

describe('a reconciliation is refused', () => {
  const shared = shareSite()

  test('with more slices over all accounts than an answer has', async () => {
    const site = await openSite()
    const rows = ['01', '02'].flatMap((day) => [row(day, '10,1'), row(day, '10,1', 'euro-app')])
    await site.importLines(rows, { as: 'mediation' })
    const { accounts } = site.installation
    const days = { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-31')! }
    const compare = async (maxSlices: number) => {
      const question = { report: 'mediation', days, tolerance: toTolerance('1'), maxSlices }
      const { signal } = new AbortController()
      return reconcileAccounts(site.installation, await accounts.list(), question, signal)
    }
    expect(await compare(4)).toHaveLength(4)
    await expect(compare(3)).rejects.toThrow(
      'These days have more than 3 figures of a day, an app and a network. Ask for fewer days.',
    )
  })

  test('for an unknown report, naming the existing ones', async () => {
    const site = await openSite()
    const message = async (request = {}) => (await refusalOf(reconcile(site, request))).message
    expect(await message()).toBe(
      'There is no secondary report "mediation". Import it: adtally import stats --as mediation FILE',
    )
    for (const as of ['max', 'levelplay']) await site.importLines([row('01', '1,1')], { as })
    expect(await message()).toMatch(/"mediation"\. The existing ones are: levelplay, max$/)
    expect(await message({ report: 'max', account: 'euros' })).toMatch(
      /"max"\. Import it: adtally import stats --as max FILE$/,
    )
  })

  test.each<[Partial<ReconcileRequest>, RegExp]>([
    [
      { tolerance: '-1' },
      /^--tolerance: "-1" is not accepted; expected a percentage from 0 to 100 with/,
    ],
    [{ tolerance: '101' }, /^--tolerance: "101" is not accepted; expected a percentage/],
    [{ tolerance: 'abc' }, /^--tolerance: "abc" is not accepted; expected a percentage/],
    [{ tolerance: '' }, /^--tolerance: "" is not accepted; expected a percentage/],
    [
      { startDate: '2026-03-02', endDate: '2026-03-01' },
      /^The last day 2026-03-01 is before the first day 2026-03-02/,
    ],
    [
      { startDate: '2026-02-30' },
      /^--start-date: "2026-02-30" is not accepted; expected a calendar day/,
    ],
    [{ endDate: 'x' }, /^--end-date: "x" is not accepted; expected a calendar day/],
    [{ account: 'nobody' }, /nobody/],
  ])('%j', async (request, expected) => {
    await shared().importLines([row('01', '1,1')], { as: 'mediation' })
    expect((await refusalOf(reconcile(shared(), request))).message).toMatch(expected)
  })
})
