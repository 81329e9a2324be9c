import { beforeAll, describe, expect, test } from 'vitest'
import { setFinality } from '../../../src/use-cases/set-finality.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { freshnessPath, shareHistory } from '../../fixtures/history-site.ts'
import { type ExpectedErrors, expectProblem } from '../../fixtures/problem-body.ts'
import { type Query, serveReports } from '../../fixtures/report-server.ts'
import { acme, idle, openV2Publisher } from '../../fixtures/v2-publisher.ts'
import { euroKey } from '../../import/import-site.ts'

interface Line {
  readonly date: string
  readonly ad_network: string
  readonly status: string
  readonly last_change_at: string | null
  readonly final_after_days: number
}

const row = (day: string, network: string, figures = '10,1', country = 'US', app = 'zap-ios') =>
  `${day},${app},${network},video,${country},${figures}`

function shareFreshness() {
  const history = shareHistory()
  const lines = async (start_date: string, end_date = start_date): Promise<Line[]> => {
    const answer = await history.get(freshnessPath, { start_date, end_date })
    expect(answer.statusCode).toBe(200)
    return answer.json().data
  }
  const states = async (first: string, last = first) =>
    (await lines(first, last)).map(
      ({ date, ad_network, status }) => `${date} ${ad_network} ${status}`,
    )
  return { ...history, lines, states }
}

// The server's clock shows 10 March 2026.
describe('the states', () => {
  const { site, lines, states, instantOf } = shareFreshness()
  let first: number
  let restatement: number
  beforeAll(async () => {
    const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-10']
    first = (await site().importLines(days.map((day) => row(day, 'ownnet')))).import
    await site().importLines([row('2026-03-04', 'admob')])
    restatement = (
      await site().importLines([
        row('2026-03-02', 'ownnet', '11,1'),
        row('2026-03-04', 'ownnet', '11,1'),
      ])
    ).import
  })

  test('are final after seven days, restating when changed, estimated, missing; every day up to today', async () => {
    expect(await states('2026-03-01', '2026-03-10')).toEqual([
      ...['2026-03-01 admob missing', '2026-03-01 ownnet missing'],
      ...['2026-03-02 admob missing', '2026-03-02 ownnet final'],
      ...['2026-03-03 admob missing', '2026-03-03 ownnet final'],
      ...['2026-03-04 admob estimated', '2026-03-04 ownnet restating'],
      ...['2026-03-05 admob missing', '2026-03-05 ownnet estimated'],
      ...['06', '07', '08', '09'].flatMap((day) => [
        `2026-03-${day} admob missing`,
        `2026-03-${day} ownnet missing`,
      ]),
      ...['2026-03-10 admob missing', '2026-03-10 ownnet estimated'],
    ])
  })

  test('have exactly these members', async () => {
    expect(await lines('2026-03-03', '2026-03-04')).toStrictEqual(
      [
        ['2026-03-03', 'admob', 'missing', null],
        ['2026-03-03', 'ownnet', 'final', await instantOf(first)],
        ['2026-03-04', 'admob', 'estimated', await instantOf(first + 1)],
        ['2026-03-04', 'ownnet', 'restating', await instantOf(restatement)],
      ].map(([date, ad_network, status, last_change_at]) => ({
        date,
        ad_network,
        status,
        last_change_at,
        // The rest of March, and 15 days: 43 and 42 days.
        final_after_days: ad_network === 'ownnet' ? 7 : date === '2026-03-03' ? 43 : 42,
      })),
    )
  })

  test('leave out days after today', async () => {
    expect(await states('2026-03-10', '2026-03-20')).toEqual([
      '2026-03-10 admob missing',
      '2026-03-10 ownnet estimated',
    ])
    expect(await lines('2026-03-11', '2026-03-20')).toEqual([])
  })
})

describe('a network', () => {
  const { site, get, lines, states } = shareFreshness()

  test('has its own rule, which is shown and can be changed', async () => {
    await site().importLines(['ownnet', 'admob', 'vungle'].map((one) => row('2026-03-08', one)))
    const query = { start_date: '2026-03-08', end_date: '2026-03-08' }
    const { etag } = (await get(freshnessPath, query)).headers
    const set = (network: string, days: number) => site().call(setFinality, { network, days })
    await set('admob', 2)
    await set('vungle', 3)
    expect(await states('2026-03-08')).toEqual([
      ...['2026-03-08 admob final', '2026-03-08 ownnet estimated', '2026-03-08 vungle estimated'],
    ])
    const rules = (await lines('2026-03-08')).map(({ final_after_days }) => final_after_days)
    expect(rules).toEqual([2, 7, 3])
    const again = await get(freshnessPath, query, { 'if-none-match': String(etag) })
    expect(again.statusCode).toBe(200)
    await set('admob', 3)
    await set('vungle', 0)
    expect(await states('2026-03-08')).toEqual([
      ...['2026-03-08 admob estimated', '2026-03-08 ownnet estimated', '2026-03-08 vungle final'],
    ])
  })

  test('that reported zeros is not missing', async () => {
    await site().importLines([row('2026-03-09', 'ownnet', '0,0')])
    expect(await states('2026-03-09')).toEqual([
      ...['2026-03-09 admob missing', '2026-03-09 ownnet estimated', '2026-03-09 vungle missing'],
    ])
  })

  test('of a secondary report or of another account is not listed', async () => {
    await site().importLines([row('2026-03-09', 'tapjoy'), row('2026-03-09', 'admob')], {
      as: 'mediation',
    })
    await site().importLines([row('2026-03-09', 'inmobi', '1,1', 'US', 'euro-app')])
    expect(await states('2026-03-09')).toEqual([
      ...['2026-03-09 admob missing', '2026-03-09 ownnet estimated', '2026-03-09 vungle missing'],
    ])
    const server = serveReports(site().installation)
    const query = { start_date: '2026-03-09', end_date: '2026-03-09' }
    const euros = { developer: 'euros', key: euroKey, ...query }
    const { data } = (await server.get(freshnessPath, euros)).json()
    await server.close()
    expect(data).toMatchObject([{ ad_network: 'inmobi', status: 'estimated' }])
  })
})

describe('users', () => {
  const { site, get, states, instantOf } = shareFreshness()
  const query = { start_date: '2026-03-01', end_date: '2026-03-03', kind: 'audience' }

  test('are told by source, and figures are as before', async () => {
    const columns = 'date,app_id,source,country,dau'
    await site().importLines([row('2026-03-08', 'ownnet')])
    const ofNetworks = await states('2026-03-08')
    expect((await get(freshnessPath, query)).json()).toEqual({ data: [] })
    const users = (day: string, source: string, dau = 1) =>
      `2026-03-${day},zap-ios,${source},US,${dau}`
    await site().importLines(
      [users('01', 'firebase'), users('02', 'firebase'), users('03', 'adjust')],
      { columns },
    )
    const restated = [users('02', 'firebase', 2), users('03', 'adjust', 2)]
    await site().importLines(restated, { columns })
    await site().call(setFinality, { network: 'adjust', days: 10 })
    const [first, second] = [await instantOf(2), await instantOf(3)]
    expect((await get(freshnessPath, query)).json().data).toStrictEqual(
      [
        ['2026-03-01', 'adjust', 'missing', null],
        ['2026-03-01', 'firebase', 'final', first],
        ['2026-03-02', 'adjust', 'missing', null],
        ['2026-03-02', 'firebase', 'final', second],
        ['2026-03-03', 'adjust', 'restating', second],
        ['2026-03-03', 'firebase', 'missing', null],
      ].map(([date, source, status, last_change_at]) => ({
        date,
        source,
        status,
        last_change_at,
        final_after_days: source === 'adjust' ? 10 : 7,
      })),
    )
    expect(await states('2026-03-08')).toEqual(ofNetworks)
    expectProblem(await get(freshnessPath, { ...query, kind: 'users' }), 400, 'bad_parameters', {
      kind: /audience/,
    })
  })

  test('are told beside figures by reports of them', async () => {
    const counts = async (metrics: string, more = {}) => {
      const asked = { start_date: '2026-03-01', end_date: '2026-03-03', include: 'freshness' }
      const { meta } = (
        await get('/api/v2/publisher/report', { ...asked, metrics, ...more })
      ).json()
      return meta.freshness
    }
    const figures = { status: 'missing', missing: 3, estimated: 0, restating: 0, final: 0 }
    expect(await counts('impressions')).toStrictEqual(figures)
    expect(await counts('arpdau')).toStrictEqual({
      ...figures,
      audience: { status: 'missing', missing: 3, estimated: 0, restating: 1, final: 2 },
    })
    expect((await counts('dau', { source: 'adjust' })).audience).toMatchObject({
      status: 'missing',
      missing: 2,
      restating: 1,
      final: 0,
    })
  })
})

describe('the last change', () => {
  const { site, lines, instantOf } = shareFreshness()
  const seen = async () => {
    const [line] = await lines('2026-03-08')
    return [line!.status, line!.last_change_at]
  }

  test('is updated when something changed, and not when the same figures are repeated', async () => {
    const rows = [
      row('2026-03-08', 'ownnet', '1,1'),
      row('2026-03-08', 'ownnet', '2,2', 'US', 'brick'),
    ]
    const first = await site().importLines(rows)
    await site().importLines(rows)
    await site().importLines([row('2026-03-09', 'ownnet')])
    expect(await seen()).toEqual(['estimated', await instantOf(first.import)])
    const moved = await site().importLines([row('2026-03-08', 'ownnet', '1,1', 'DE')])
    // The totals stay, so nothing was restated.
    expect(await seen()).toEqual(['estimated', await instantOf(moved.import)])
    const more = await site().importLines([row('2026-03-08', 'ownnet', '9,9', 'DE')])
    expect(await seen()).toEqual(['restating', await instantOf(more.import)])
    const { undo } = await site().call(undoImport, { id: more.import })
    expect(await seen()).toEqual(['restating', await instantOf(undo)])
  })

  test('is null after an undo removed the day', async () => {
    const late = await site().importLines([row('2026-03-07', 'ownnet')])
    await site().call(undoImport, { id: late.import })
    const [line] = await lines('2026-03-07')
    expect(line).toMatchObject({ status: 'missing', last_change_at: null })
  })
})

describe('the range', () => {
  const { get } = shareFreshness()
  const refused = async (query: Query, errors: ExpectedErrors) =>
    expectProblem(await get(freshnessPath, query), 400, 'bad_parameters', errors)

  test('is required', async () => {
    await refused({}, { start_date: /required/, end_date: /required/ })
    await refused({ start_date: '2026-03-01' }, { end_date: /required/ })
  })

  test('must be valid days in order, each given once', async () => {
    const end_date = '2026-03-10'
    await refused({ start_date: '2026-02-30', end_date }, { start_date: /YYYY-MM-DD/ })
    await refused({ start_date: '2026-03-11', end_date }, { end_date: /before/ })
    await refused({ start_date: [end_date, end_date], end_date }, { start_date: /once/ })
  })

  test('may be given by a name', async () => {
    // The server's clock shows 10 March 2026.
    const asked = { start_date: '2026-03-08', end_date: '2026-03-09' }
    const named = await get(freshnessPath, { days: 'last_2' })
    expect(named.statusCode).toBe(200)
    expect(named.body).toBe((await get(freshnessPath, asked)).body)
    await refused({ days: 'last_0' }, { days: /"last_0".*previous_month/ })
    await refused({ days: '' }, { days: /last_N/ })
    await refused({ days: 'last_2', ...asked }, { days: /excludes start_date/ })
    await refused({ days: 'last_2', end_date: '2026-03-09' }, { days: /excludes/ })
    await refused({ days: ['last_2', 'last_3'] }, { days: /once/ })
  })

  test('has at most 3660 days', async () => {
    // 3,653 days up to 1 March 2026, plus seven.
    const start_date = '2016-03-01'
    expect((await get(freshnessPath, { start_date, end_date: '2026-03-08' })).statusCode).toBe(200)
    await refused({ start_date, end_date: '2026-03-09' }, { end_date: /3661.*3660/ })
  })
})

test('is empty for an account without figures', async () => {
  const publisher = await openV2Publisher()
  try {
    const query = { start_date: '2026-03-01', end_date: '2026-03-10' }
    const answer = await publisher.server.get(freshnessPath, { ...idle, ...query })
    expect(answer.json()).toEqual({ data: [] })
    const other = await publisher.server.get(freshnessPath, { ...acme, ...query })
    expect(other.json().data.length).toBeGreaterThan(0)
  } finally {
    await publisher.close()
  }
})
