import { beforeAll, describe, expect, test } from 'vitest'
import { shareHistory, studio, takeSteps } from '../../fixtures/history-site.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { statsPath } from '../../fixtures/v2-publisher.ts'

const history = shareHistory()
const days = { start_date: '2026-03-01', end_date: '2026-03-02' }

const shapes: [string, Query][] = [
  ['all apps', {}],
  ['one app', { app_id: 'zap-ios' }],
  ['several apps', { app_id: 'zap-ios,brick' }],
  ['by network', { group_by: 'network' }],
  ['by format', { group_by: 'format' }],
  ['by country of one app', { group_by: 'country', app_id: 'zap-ios' }],
  ['one app in one country', { app_id: 'zap-ios', geo: 'de' }],
  ['all apps with one network', { network: 'ownnet' }],
]

const ask = (query: Query) => history.get(statsPath, { ...days, ...query })
const bodies = async () => Promise.all(shapes.map(async ([, query]) => (await ask(query)).body))

/** Answers before the first import and after each step, and when each was. */
let answered: string[][]
let instants: string[]
beforeAll(async () => {
  const first = [
    '2026-03-01,zap-ios,ownnet,video,US,1000,10',
    '2026-03-01,zap-ios,ownnet,video,DE,500,2',
    '2026-03-01,brick,admob,banner,US,100,1',
  ]
  const second = [
    '2026-03-01,zap-ios,ownnet,video,US,900,9',
    '2026-03-02,zap-android,chartboost,rewarded,FR,50,0.5',
  ]
  ;({ answered, instants } = await takeSteps(history, [first, second], bodies))
})

const item = (app_name: string, app_id: string, impressions: number, cents: number) => {
  const ecpm_cents = impressions === 0 ? 0 : (cents * 1000) / impressions
  return { app_name, app_id, data: { impressions, revenue_in_cents: cents, ecpm_cents } }
}

describe('as_of', () => {
  test.each([
    ['before the first import', 0, [0, 0], [0, 0], [0, 0]],
    ['of the first import', 1, [100, 100], [0, 0], [1500, 1200]],
    ['of the restatement', 2, [100, 100], [50, 50], [900, 900]],
    ['of the undo', 3, [100, 100], [0, 0], [1500, 1200]],
  ])('%s shows the apps of that time', async (_when, step, brick, android, ios) => {
    const { data } = (await ask({ as_of: instants[step] })).json()
    expect(data).toEqual([
      item('Brick', 'brick', brick[0]!, brick[1]!),
      item('Zap', 'zap-android', android[0]!, android[1]!),
      item('Zap', 'zap-ios', ios[0]!, ios[1]!),
    ])
  })

  test('is the same time with an offset, with a longer fraction and in lower case', async () => {
    const time = Date.parse(instants[2]!)
    const [utc, shifted] = [time, time + 5.5 * 3_600_000].map((ms) =>
      new Date(ms).toISOString().slice(0, 23),
    )
    const expected = (await ask({ as_of: instants[2] })).body
    for (const as_of of [`${shifted}+05:30`, `${utc}999Z`, `${utc}z`.replace('T', 't')]) {
      const { statusCode, body } = await ask({ as_of })
      expect([as_of, statusCode, body]).toEqual([as_of, 200, expected])
    }
  })

  test.each(shapes.map(([title, query], place) => [title, query, place] as const))(
    '%s equals the answer at that time byte for byte',
    async (_title, query, place) => {
      for (const [step, as_of] of instants.entries()) {
        expect((await ask({ ...query, as_of })).body).toBe(answered[step]![place])
      }
    },
  )

  test('takes effect at the exact millisecond of the commit', async () => {
    const app_id = 'zap-ios'
    for (const step of [1, 2, 3]) {
      const at = Date.parse(instants[step]!)
      const [justBefore, exactly, justAfter] = [-1, 0, 1].map((ms) => new Date(at + ms))
      const body = async (instant: Date | undefined) =>
        (await ask({ app_id, as_of: instant!.toISOString() })).body
      expect(await body(justBefore)).toBe(answered[step - 1]![1])
      expect(await body(exactly)).toBe(answered[step]![1])
      expect(await body(justAfter)).toBe(answered[step]![1])
    }
  })

  test.each(['2099-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z', ''])(
    '%j means now',
    async (as_of) => {
      for (const [, query] of shapes) {
        expect((await ask({ ...query, as_of })).body).toBe((await ask(query)).body)
      }
    },
  )
})

describe('the tag of an answer with as_of', () => {
  test('gives 304 when repeated', async () => {
    for (const [, query] of shapes) {
      const given = { ...days, ...query, as_of: instants[1] }
      const { etag } = (await history.get(statsPath, given)).headers
      expect(etag).toMatch(/^".+"$/)
      const again = await history.get(statsPath, given, { 'if-none-match': String(etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
  })

  test('is different for every time', async () => {
    const tags = await Promise.all(
      [...instants, undefined].map(async (as_of) => (await ask({ as_of })).headers.etag),
    )
    expect(new Set(tags).size).toBe(tags.length)
  })

  test('is on the answer to HEAD, which has no body', async () => {
    const query = { ...days, as_of: instants[1] }
    const { headers } = await history.get(statsPath, query)
    const head = await history.server().send('HEAD', statsPath, { ...studio, ...query })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
  })
})

describe('as_of is refused, naming the parameter', () => {
  // src/values/instant.test.ts has all that is not an instant.
  test.each(['2026-03-10', '2026-03-10T12:00:00', '2026-03-10T12:00:00Z\n', 'now'])(
    '%j',
    async (as_of) => {
      const errors = { as_of: /RFC 3339 date-time such as/ }
      for (const path of [statsPath, `${statsPath}/`]) {
        const answer = await history.get(path, { ...days, as_of })
        expectProblem(answer, 400, 'bad_parameters', errors)
      }
    },
  )

  test('when it is repeated', async () => {
    const as_of = ['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z']
    expectProblem(await ask({ as_of }), 400, 'bad_parameters', { as_of: /once/ })
  })

  test('together with other bad parameters', async () => {
    const answer = await ask({ as_of: '2026-03-10', geo: 'xx' })
    expectProblem(answer, 400, 'bad_parameters', { as_of: /"2026-03-10"/, geo: /"xx"/ })
  })
})
