import { beforeAll, describe, expect, test } from 'vitest'
import { shareHistory, studio, takeSteps } from '../../fixtures/history-site.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { baseUrl, type Query } from '../../fixtures/report-server.ts'

const history = shareHistory()
const days = { start_date: '2026-03-01', end_date: '2026-03-02' }
const ios = 'studio/ios/900000001'

/** Asks as the account `studio`, whose name is in the path. */
const ask = (path: string, query: Query = {}) =>
  history.server().get(`/api/publisher/${path}`, { key: studio.key, ...days, ...query })
const fetchUrl = async (url: string) =>
  (await history.server().get(url.replace(baseUrl, ''))).json()

const questions: [string, Query][] = [
  ['studio', {}],
  ['studio', { creative_type: 'video' }],
  ['studio', { network: 'ownnet,ownnet_exchange' }],
  ['studio', { ad_tag: 'menu' }],
  [ios, {}],
  [ios, { creative_type: 'rewarded' }],
  ['studio/android/com.example.zap', {}],
]
const both = questions.flatMap(([path, query]) => [
  [path, query],
  [path, { ...query, format: 'csv' }],
]) as [string, Query][]

const bodies = () => Promise.all(both.map(async ([path, query]) => (await ask(path, query)).body))

/** Answers before the first import and after each step, without `as_of` in their links. */
let answered: string[][]
let instants: string[]
beforeAll(async () => {
  const columns = 'date,app_id,network,format,country,impressions,clicks,revenue,ad_tag'
  const first = [
    '2026-03-01,zap-ios,ownnet,video,US,1000,10,2.5,',
    '2026-03-02,zap-ios,ownnet,rewarded,DE,500,5,1,menu',
    '2026-03-01,brick,ownnet_exchange,video,US,200,2,1,',
  ]
  const second = [
    '2026-03-01,zap-ios,ownnet,video,US,800,8,2,',
    '2026-03-02,zap-android,ownnet,interstitial,FR,50,0,0.5,',
  ]
  ;({ answered, instants } = await takeSteps(history, [first, second], bodies, { columns }))
})

const metrics = (record: Record<string, unknown>) => {
  const { url: _url, ...rest } = record
  return rest
}

describe('one app as of a time', () => {
  test.each([
    ['before the first import', 0, [0, 0, 0, 0]],
    ['of the first import', 1, [1000, 250, 500, 100]],
    ['of the restatement', 2, [800, 200, 500, 100]],
    ['of the undo', 3, [1000, 250, 500, 100]],
    ['in the future', null, [1000, 250, 500, 100]],
  ])('%s has the figures of that time', async (_when, step, expected) => {
    const as_of = step === null ? '2099-01-01T00:00:00.001Z' : instants[step]
    const { game_data } = (await ask(ios, { as_of })).json()
    const [one, two] = [game_data['2026-03-01'], game_data['2026-03-02']]
    expect([
      ...[one.impressions, one.revenue_in_cents],
      ...[two.impressions, two.revenue_in_cents],
    ]).toEqual(expected)
  })

  test('takes effect at the exact time of the commit', async () => {
    const at = Date.parse(instants[2]!)
    const shown = async (ms: number) => {
      const as_of = new Date(at + ms).toISOString()
      return (await ask(ios, { as_of })).json().game_data['2026-03-01'].impressions
    }
    expect([await shown(-1), await shown(0), await shown(1)]).toEqual([1000, 800, 800])
  })
})

describe.each(both.map(([path, query], place) => ({ path, query, place })))(
  '$path $query',
  ({ path, query, place }) => {
    test('as of each step equals the answer at that time, except for links', async () => {
      for (const [step, as_of] of instants.entries()) {
        const { body } = await ask(path, { ...query, as_of })
        const link = `&${new URLSearchParams({ as_of })}`
        expect(body.replaceAll(link, '')).toBe(answered[step]![place])
      }
    })

    test('is 304 when repeated', async () => {
      const given = { key: studio.key, ...days, ...query, as_of: instants[1] }
      const address = `/api/publisher/${path}`
      const { etag } = (await history.server().get(address, given)).headers
      const seen = { 'if-none-match': String(etag) }
      expect((await history.server().get(address, given, seen)).statusCode).toBe(304)
    })
  },
)

describe('the links', () => {
  test.each([1, 2, 3])('of step %i carry as_of and give that day’s record', async (step) => {
    const as_of = instants[step]
    for (const query of [{}, { network: 'ownnet,ownnet_exchange' }, { creative_type: 'video' }]) {
      const { game_data } = (await ask('studio', { ...query, as_of })).json()
      let links = 0
      for (const [day, games] of Object.entries<Record<string, never>>(game_data)) {
        for (const [gameKey, record] of Object.entries<Record<string, unknown>>(games)) {
          expect(new URL(String(record.url)).searchParams.getAll('as_of')).toEqual([as_of])
          const answer = await fetchUrl(String(record.url))
          expect(Object.keys(answer.game_data)).toEqual([day])
          const there = answer.game_data[day]
          const own = Object.keys(query).length > 0 ? there[gameKey] : { ...answer, ...there }
          // A segmented answer omits an app without figures in its range.
          if (own || record.impressions !== 0) expect(own).toMatchObject(metrics(record))
          links++
        }
      }
      expect(links).toBeGreaterThan(0)
    }
  })

  test('have no as_of when the request had none', async () => {
    const { game_data } = (await ask(ios)).json()
    expect(new URL(game_data['2026-03-01'].url).searchParams.has('as_of')).toBe(false)
  })
})

test('the redirect to today keeps as_of', async () => {
  const answer = await ask('studio', {
    start_date: undefined,
    end_date: undefined,
    as_of: instants[1],
  })
  expect(answer.statusCode).toBe(302)
  const { searchParams } = new URL(String(answer.headers.location))
  expect(Object.fromEntries(searchParams)).toEqual({
    key: studio.key,
    as_of: instants[1],
    start_date: '2026-03-10',
    end_date: '2026-03-10',
  })
})

test('the index lists as_of for both paths', async () => {
  const index = (await history.server().get('/api/publisher')).json()
  for (const name of ['all_apps', 'one_app']) {
    expect(index[name].url_template).toMatch(/[,?]as_of[,}]/)
    expect(index[name].parameters.as_of).toMatch(/figures as they stood then/)
  }
})

describe('as_of is refused, naming the parameter', () => {
  test.each(['2026-03-10', '2026-02-30T12:00:00Z', 'now'])('%j', async (as_of) => {
    for (const path of ['studio', ios]) {
      for (const query of [{}, { format: 'csv' }, { start_date: undefined, end_date: undefined }]) {
        const answer = await ask(path, { ...query, as_of })
        expectProblem(answer, 400, 'bad_parameters', { as_of: /RFC 3339 date-time such as/ })
      }
    }
  })

  test('when it is repeated', async () => {
    const answer = await ask(ios, { as_of: [instants[1]!, instants[1]!] })
    expectProblem(answer, 400, 'bad_parameters', { as_of: /once/ })
  })
})
