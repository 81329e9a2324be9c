import { describe, expect, test } from 'vitest'
import type { ImportedFactName } from '../../src/facts/kinds.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { formatInstant } from '../../src/values/instant.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf, studioKey } from './import-site.ts'

const site = renewSite(openSite)

const columns = 'date,app_id,network,format,country,impressions,revenue'
const figures = (lines: readonly string[]) => site.importLines(lines, { columns })

const day = '2026-03-01'
/** Columns: day, app, network, partner, format, country, rule, impressions, shared, net, ad tag. */
const lines = [
  `${day},zap-ios,admob,alpha,video,US,1,1000,10,7`,
  `${day},zap-ios,admob,alpha,video,DE,2,500,2,1.5`,
  `${day},zap-ios,vungle,alpha,video,US,1,100,1,0.7`,
  `${day},brick,admob,beta,video,US,3,10,0,0.000001`,
]
const stage = (rows: readonly string[] = lines, more = {}) =>
  commitMade(site, { kind: 'shares', lines: rows, ...more })

async function answer(query: Readonly<Record<string, string>>) {
  const days = { start_date: '2026-03-01', end_date: '2026-03-31' }
  const response = await site.server.get(
    '/api/v2/publisher/report',
    { ...days, ...query },
    { authorization: `Bearer ${studioKey}` },
  )
  return JSON.parse(response.body)
}

const ask = async (dimensions: string, metrics: string, more = {}) =>
  (await answer({ dimensions, metrics, ...more })).data.map((row: object) => Object.values(row))

describe('shares of partners', () => {
  test('stand beside revenue by any label that both have, and by partner and rule', async () => {
    await figures([
      `${day},zap-ios,admob,video,US,1000,10`,
      `${day},zap-ios,admob,video,DE,600,3`,
      `${day},zap-ios,vungle,video,US,100,1`,
      `${day},zap-ios,unity,video,US,10,5`,
      `${day},brick,admob,video,US,10,0`,
    ])
    expect(await stage()).toMatchObject({ rows: 4, slices: 3, impressions: 1610n })
    const both = 'revenue,revenue_shared,revenue_net,net_share'
    expect(await ask('network', both)).toEqual([
      ['admob', 13, 12, 8.500001, 0.708333],
      ['unity', 5, null, null, null],
      ['vungle', 1, 1, 0.7, 0.7],
    ])
    expect(await ask('country', both, { network: 'admob' })).toEqual([
      ['DE', 3, 2, 1.5, 0.75],
      ['US', 10, 10, 7.000001, 0.7],
    ])
    const net = 'revenue_shared,revenue_net,net_share'
    expect(await ask('partner', net)).toEqual([
      ['alpha', 13, 9.2, 0.707692],
      ['beta', 0, 0.000001, 0],
    ])
    expect(await ask('share_rule', net, { partner: 'alpha' })).toEqual([
      ['1', 11, 7.7, 0.7],
      ['2', 2, 1.5, 0.75],
    ])
    expect(await ask('partner', 'revenue_net', { share_rule: '3' })).toEqual([['beta', 0.000001]])
    expect((await answer({ metrics: both })).totals).toMatchObject({
      revenue: 19,
      revenue_net: 9.200001,
    })
  })

  test('of which no rows are known are unknown, and revenue is not known by partner', async () => {
    await figures([`${day},zap-ios,admob,video,US,1000,10`])
    expect(await ask('network', 'revenue,revenue_net,net_share')).toEqual([
      ['admob', 10, null, null],
    ])
    const refused = await answer({ dimensions: 'partner', metrics: 'revenue,revenue_net' })
    expect(JSON.stringify(refused)).toContain('revenue is not known by partner')
  })

  test('change only where rows differ; the same rows again are no entry', async () => {
    const first = await stage()
    expect(await stage()).toBeNull()
    expect(await stage(lines.toReversed())).toBeNull()
    const restated = lines.with(1, `${day},zap-ios,admob,alpha,video,DE,2,500,2,1.6`)
    expect(await stage(restated)).toMatchObject({
      importId: first!.importId + 1,
      replacedSlices: 3,
      unchangedSlices: 2,
    })
    // Those of the scope without rows end, and nothing else.
    const days = ['2026-03-02', '2026-03-31']
    expect(await stage([], { days })).toBeNull()
    expect(await stage([restated[3]!])).toMatchObject({ removedSlices: 2 })
    expect(await ask('partner', 'revenue_net')).toEqual([['beta', 0.000001]])
    expect(await stage([])).toMatchObject({ removedSlices: 1 })
    expect(await stage([])).toBeNull()
  })

  test('return with an undo, move with their app, end with it, and are known as of then', async () => {
    const first = await stage()
    const at = formatInstant(first!.committedMs)
    const second = await stage([lines[3]!])
    const beta = [['beta', 0.000001]]
    const both = [['alpha', 9.2], ...beta]
    expect(await ask('partner', 'revenue_net')).toEqual(beta)
    expect(await ask('partner', 'revenue_net', { as_of: at })).toEqual(both)
    await site.call(undoImport, { id: second!.importId })
    expect(await ask('partner', 'revenue_net')).toEqual(both)
    const apps = 'app_id,publisher,app_name,platform,app_store_id'
    await site.importApps(`${apps}\nzap-new,studio,Zap new,ios,900000002\n`)
    await site.call(mergeApps, { appId: 'zap-ios', into: 'zap-new' })
    expect(await ask('app_id', 'revenue_net', { partner: 'alpha' })).toEqual([['zap-new', 9.2]])
    const end = await site.call(deleteApp, { appId: 'zap-new' })
    expect(await ask('partner', 'revenue_net')).toEqual(beta)
    await site.call(undoImport, { id: end.entry! })
    expect(await ask('partner', 'revenue_net')).toEqual(both)
  })

  test('are read from no file', async () => {
    const columns =
      'date,app_id,network,partner,format,country,share_rule,impressions,revenue_shared,revenue_net'
    expect(await refusalOf(site.importLines([lines[0]!], { columns }))).toMatchObject({
      code: 'columns_refused',
    })
    const kind = 'shares' as ImportedFactName
    expect(await refusalOf(site.importLines([lines[0]!], { kind }))).toMatchObject({
      code: 'field_refused',
    })
    expect(await ask('partner', 'revenue_net')).toEqual([])
  })

  test.each([
    ['an app of another account', `${day},euro-app,admob,alpha,video,US,1,1,1,1`, 'app_id'],
    ['a partner that is no username', `${day},brick,admob,-a,video,US,1,1,1,1`, 'partner'],
    ['a rule that is no number', `${day},brick,admob,a,video,US,01,1,1,1`, 'share_rule'],
    ['fractions of micros', `${day},brick,admob,a,video,US,1,1,1,0.0000001`, 'revenue_net'],
    ['no net revenue', `${day},brick,admob,a,video,US,1,1,1,`, 'revenue_net'],
    ['another currency', `${day},brick,admob,a,video,US,1,1,1,1,,EUR`, 'currency'],
  ])('with %s are a bug', async (_, line, column) => {
    await expect(stage([lines[0]!, line])).rejects.toThrow(`Row 2 of "made" has a bad ${column}`)
    expect(await ask('partner', 'revenue_net')).toEqual([])
  })

  test('with one key twice are a bug', async () => {
    await expect(stage([lines[0]!, lines[0]!])).rejects.toThrow('Row 2 of "made"')
  })
})

describe('rows that Adtally makes', () => {
  test('are ad figures of an account, beside those of other days and apps', async () => {
    await figures([`${day},zap-ios,admob,video,US,1,1`, '2026-04-01,zap-ios,admob,video,US,2,2'])
    const rows = [
      `${day},brick,admob,video,US,7,,,,,0.000001,menu`,
      `${day},brick,admob,video,US,8,,,,,0.000002,start`,
    ]
    const { id } = await site.installation.accounts.get('studio')
    const brick = (await site.installation.apps.ofAccount(id)).find(
      ({ appId }) => appId === 'brick',
    )
    const made = { kind: 'figures', lines: rows, scope: { apps: [brick!.key] } } as const
    expect(await commitMade(site, made)).toMatchObject({ rows: 2, slices: 1 })
    expect(await commitMade(site, made)).toBeNull()
    expect(await site.figures()).toEqual([
      '2026-03-01 brick admob video US 15 0 0 3',
      '2026-03-01 zap-ios admob video US 1 0 0 1000000',
      '2026-04-01 zap-ios admob video US 2 0 0 2000000',
    ])
    // Without apps, the scope is the account.
    expect(await commitMade(site, { kind: 'figures', lines: rows })).toMatchObject({
      removedSlices: 1,
      unchangedSlices: 1,
    })
  })
})
