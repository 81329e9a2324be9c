import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '../../../src/publishers/principal.ts'
import type { SettledRow } from '../../../src/reporting/settled-revenue.ts'
import { createLink } from '../../../src/use-cases/create-link.ts'
import { queryReport } from '../../../src/use-cases/report/query-report.ts'
import { parseDay } from '../../../src/values/day.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { jsonOf, reportPath, rowsOf, withKey } from '../../fixtures/report-endpoint.ts'
import { type Response, serveReports, type TestServer } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openTeam } from '../../fixtures/team.ts'
import { acme, openV2Publisher, rocket, zoo } from '../../fixtures/v2-publisher.ts'
import { arrowCells, parquetCells } from '../../formats/binary-cells.ts'
import { refusalOf } from '../../import/import-site.ts'

const publisher = shareSite(openV2Publisher)
let server: TestServer
let rows: readonly SettledRow[] = []
/** Stands for a change of closes or statements. */
let changes = 0
const keys: Record<string, string> = {}
let appKeys: Readonly<Record<string, number>>

beforeAll(async () => {
  const { installation } = publisher
  const apps = await installation.apps.ofAccount((await installation.accounts.get('acme')).id)
  appKeys = Object.fromEntries(apps.map(({ appId, key }) => [appId, key]))
  const add = async (
    name: string,
    permissions: Permission[],
    apps: number[] | null = null,
    account = 'acme',
  ) => {
    const scope = { permissions, apps, expiresAtMs: null }
    keys[name] = (await installation.keys.create(account, name, scope)).key
  }
  await add('finance', ['read', 'finance'])
  await add('everything but finance', ['read', 'import', 'manage'])
  await add('finance of some apps', ['read', 'finance'], [appKeys[zoo]!])
  for (const account of ['rival', 'idle']) await add(account, ['read', 'finance'], null, account)
  const rivalId = (await installation.accounts.get('rival')).id
  server = serveReports({
    ...installation,
    settledRevenue: {
      rows: async (account) => ({
        version: `v${changes}`,
        rows: account === rivalId ? [] : rows,
      }),
    },
  })
})
afterAll(() => server.close())

const row = (
  month: string,
  network: string,
  app: string | null,
  [closedMicros, paidMicros]: readonly [bigint | null, bigint | null],
  isDue = true,
): SettledRow => ({
  network,
  month: parseDay(`${month}-01`)!,
  app: app === null ? null : appKeys[app]!,
  closedMicros,
  paidMicros,
  isDue,
})

beforeEach(() => {
  changes++
  rows = [
    row('2026-01', 'admob', zoo, [6_000_000n, null]),
    row('2026-01', 'admob', rocket.ios, [4_000_000n, null]),
    row('2026-01', 'admob', null, [null, 9_000_001n]),
    row('2026-01', 'unity', rocket.ios, [3_000_000n, 1_000_000n]),
    // Not due yet.
    row('2026-02', 'admob', zoo, [5_000_000n, null], false),
    row('2026-02', 'unity', rocket.ios, [2_000_000n, 0n]),
    row('2026-03', 'bankrupt', null, [null, -500_000n]),
  ]
})

const all = { metrics: 'revenue_closed,revenue_paid,paid_ratio' }
const quarter = { start_date: '2026-01-01', end_date: '2026-03-10' }
const january = { start_date: '2026-01-01', end_date: '2026-01-31' }

const ask = (query: Record<string, string>, key = keys.finance!, headers = {}): Promise<Response> =>
  server.get(reportPath, { ...all, ...quarter, ...query }, { ...withKey(key), ...headers })

const expectRows = async (query: Record<string, string>, expected: unknown[][]) => {
  const response = await ask(query)
  expect(response.statusCode, response.body).toBe(200)
  expect(rowsOf(response)).toEqual(expected)
  return jsonOf(response)
}

describe('what networks owe and paid', () => {
  test('is known by month and network; unknown amounts are null, and ratios are of both', async () => {
    const { totals, meta } = await expectRows(
      { dimensions: 'month,network', include: 'total_rows' },
      [
        ['2026-01-01', 'admob', 10, 9.000001, 0.9],
        ['2026-01-01', 'unity', 3, 1, 0.333333],
        ['2026-02-01', 'admob', 5, null, null],
        ['2026-02-01', 'unity', 2, 0, 0],
        ['2026-03-01', 'bankrupt', null, -0.5, null],
      ],
    )
    // 10.000001 ÷ 15: February of admob is not due.
    expect(totals).toEqual({ revenue_closed: 20, revenue_paid: 9.500001, paid_ratio: 0.666667 })
    expect(meta).toMatchObject({
      as_of: null,
      currency: 'USD',
      total_rows: 5,
      partly_known: ['revenue_closed', 'revenue_paid', 'paid_ratio'],
    })
    await expectRows({}, [[20, 9.500001, 0.666667]])
    await expectRows({ metrics: 'paid_ratio', dimensions: 'month', having: 'paid_ratio:lt:0.5' }, [
      ['2026-02-01', 0],
    ])
  })

  test('is known by app where a statement has the app, and stays with the network elsewhere', async () => {
    const asked = { ...january, dimensions: 'network,app_id,app_name,platform' }
    const { totals } = await expectRows(
      asked,
      [
        ['admob', zoo, 'Zoo Quiz', 'ios', 6, null, null],
        ['admob', rocket.ios, 'Rocket Racer', 'ios', 4, null, null],
        ['admob', null, null, null, null, 9.000001, null],
        ['unity', rocket.ios, 'Rocket Racer', 'ios', 3, 1, 0.333333],
      ].toSorted(byApp),
    )
    expect(totals).toEqual({ revenue_closed: 13, revenue_paid: 10.000001, paid_ratio: 0.769231 })
    await expectRows({ ...january, dimensions: 'platform' }, [
      ['ios', 13, 1, 0.333333],
      [null, null, 9.000001, null],
    ])
    await expectRows({ ...january, dimensions: 'app_name', order_by: 'app_name:desc' }, [
      [null, null, 9.000001, null],
      ['Zoo Quiz', 6, null, null],
      ['Rocket Racer', 7, 1, 0.333333],
    ])
    await expectRows({ ...january, app_id: rocket.ios }, [[7, 1, 0.333333]])
    await expectRows({ ...january, app_id_not: rocket.ios }, [[6, null, null]])
  })

  test('is the same in every format', async () => {
    const asked = { ...january, dimensions: 'month,app_id', order_by: 'revenue_closed:desc' }
    const columns = ['month', 'app_id', ...all.metrics.split(',')]
    const cells = [
      ['2026-01-01', rocket.ios, '7', '1', '0.333333'],
      ['2026-01-01', zoo, '6', null, null],
      ['2026-01-01', null, null, '9.000001', null],
    ]
    const lines = [columns, ...cells].map((line) => `${line.map((one) => one ?? '').join()}\r\n`)
    expect((await ask({ ...asked, format: 'csv' })).body).toBe(lines.join(''))
    const texts = (await ask({ ...asked, format: 'ndjson' })).body.trim().split('\n')
    expect(JSON.parse(texts[2]!)).toMatchObject({ app_id: null, revenue_paid: 9.000001 })
    expect(await arrowCells(await ask({ ...asked, format: 'arrow' }))).toEqual({
      columns,
      rows: cells,
    })
    const parquet = await ask({ ...asked, format: 'parquet' })
    expect(await parquetCells(parquet)).toEqual({ columns, rows: cells })
    expect(parquet.headers).not.toHaveProperty('adtally-as-of')
    const groups = await ask({ ...january, dimensions: 'platform', format: 'arrow' })
    expect((await arrowCells(groups)).rows.map(([platform]) => platform)).toEqual(['ios', null])
  })

  test('is compared with whole months, filled, and filtered by network', async () => {
    const february = { start_date: '2026-02-01', end_date: '2026-02-28', network: 'unity' }
    const compared = { ...february, metrics: 'revenue_paid', compare: 'previous_month' }
    const { meta } = await expectRows({ ...compared, dimensions: 'month' }, [
      ['2026-02-01', '2026-01-01', 0, 1, -1],
    ])
    expect(meta.compare).toEqual({ start_date: '2026-01-01', end_date: '2026-01-31' })
    await expectRows({ dimensions: 'month', network: 'admob', fill: 'dates' }, [
      ['2026-01-01', 10, 9.000001, 0.9],
      ['2026-02-01', 5, null, null],
      ['2026-03-01', null, null, null],
    ])
    const { meta: filtered } = await expectRows({ network: 'bankrupt,adnob' }, [[null, -0.5, null]])
    expect(filtered.unmatched).toEqual({ network: ['adnob'] })
  })

  test('is answered in pages of one state', async () => {
    const asked = { dimensions: 'month,network', metrics: 'revenue_paid', limit: '3' }
    const first = jsonOf(await ask(asked))
    expect(first).toMatchObject({ has_more: true, data: { length: 3 } })
    const next = { ...asked, cursor: first.next_cursor! }
    expect(rowsOf(await ask(next))).toEqual([
      ['2026-02-01', 'unity', 0],
      ['2026-03-01', 'bankrupt', -0.5],
    ])
    changes++
    expectProblem(await ask(next), 410, 'cursor_expired')
  })

  test('may be of an account without figures, and is never of another one', async () => {
    const asked = { dimensions: 'network', metrics: 'revenue_paid', limit: '2' }
    const first = jsonOf(await ask(asked, keys.idle))
    expect(first.data).toHaveLength(2)
    const next = await ask({ ...asked, cursor: first.next_cursor! }, keys.idle)
    expect([next.statusCode, rowsOf(next)]).toEqual([200, [['unity', 1]]])
    expect(rowsOf(await ask(asked, keys.rival))).toEqual([])
  })

  test('has an entity tag that changes with it, and no other answer does', async () => {
    const figures = { metrics: 'revenue', dimensions: 'month' }
    const [settled, other] = [await ask({}), await ask(figures)]
    const tagOf = ({ headers }: Response) => ({ 'if-none-match': headers.etag as string })
    expect((await ask({}, keys.finance, tagOf(settled))).statusCode).toBe(304)
    changes++
    rows = rows.slice(1)
    const now = await ask({}, keys.finance, tagOf(settled))
    expect([now.statusCode, rowsOf(now)]).toEqual([200, [[14, 9.500001, 1.111111]]])
    expect((await ask(figures, keys.finance, tagOf(other))).statusCode).toBe(304)
  })

  test('is nothing, and not zero, where nothing is known', async () => {
    rows = []
    const { meta, totals } = await expectRows({ dimensions: 'month' }, [])
    expect(totals).toEqual({ revenue_closed: null, revenue_paid: null, paid_ratio: null })
    expect(meta.partly_known).toEqual([])
    await expectRows({}, [[null, null, null]])
  })
})

function byApp([network, app]: readonly unknown[], [other, otherApp]: readonly unknown[]): number {
  const keyOf = (one: unknown) => (one === null ? Infinity : appKeys[String(one)]!)
  if (app !== otherApp) return keyOf(app) - keyOf(otherApp)
  return String(network) < String(other) ? -1 : 1
}

describe('a question about it is refused', () => {
  const paid = 'revenue_paid is not'
  test.each<[Record<string, string>, string, string]>([
    [
      { metrics: 'revenue_paid,impressions' },
      'metrics',
      `${paid} accepted beside metrics of figures: ask for it in a question of its own`,
    ],
    [
      { metrics: 'revenue_paid', dimensions: 'month', having: 'revenue:gt:1' },
      'having',
      `${paid} accepted beside metrics of figures: ask for it in a question of its own`,
    ],
    [
      { metrics: 'revenue', dimensions: 'month', having: 'revenue_paid:gt:1,paid_ratio:lt:1' },
      'having',
      'paid_ratio, revenue_paid are not accepted beside metrics of figures: ask for them in a question of its own',
    ],
    ...['date', 'week', 'country', 'ad_format', 'ad_tag', 'source'].map(
      (name): [Record<string, string>, string, string] => [
        { metrics: 'revenue_paid', dimensions: `network,${name}` },
        'dimensions',
        `${paid} known by ${name}: month, network, app_id, app_name, platform, currency are accepted`,
      ],
    ),
    ...['country', 'ad_format_not', 'ad_tag', 'source'].map(
      (name): [Record<string, string>, string, string] => [
        { metrics: 'revenue_paid', [name]: 'us' },
        name,
        'is not accepted with revenue_paid: filter by network, app_id, platform',
      ],
    ),
    [
      { metrics: 'revenue_paid', start_date: '2026-01-02', end_date: '2026-02-27' },
      'start_date',
      'revenue_paid is of whole months, or of this one up to today: ask for 2026-01-01 to 2026-02-28',
    ],
    [
      { end_date: '2026-03-09' },
      'end_date',
      'revenue_closed, revenue_paid, paid_ratio are of whole months, or of this one up to today: ask for 2026-01-01 to 2026-03-31',
    ],
    [
      { metrics: 'revenue_paid', compare: 'previous_period' },
      'compare',
      'with revenue_paid, previous_month and previous_year are accepted',
    ],
    [
      { metrics: 'revenue_paid', compare: 'previous_month', compare_days: 'reported' },
      'compare_days',
      'is not accepted with revenue_paid: it is about figures. Leave it out',
    ],
    [
      { metrics: 'revenue_paid', as_of: '2026-03-01T00:00:00Z' },
      'as_of',
      'is not accepted with revenue_paid: it is about figures. Leave it out',
    ],
    [
      { metrics: 'revenue_paid', include: 'freshness' },
      'include',
      'is not accepted with revenue_paid: freshness is of figures. Leave it out',
    ],
  ])('%j', async (query, parameter, message) => {
    const response = await ask(query)
    expect(response.json()).toMatchObject({ code: 'bad_parameters' })
    expect(response.json().errors).toEqual([{ parameter, message }])
  })

  test('with days that are no months, but not with those that are', async () => {
    const asked = async (days: string) =>
      server.get(reportPath, { ...all, days }, withKey(keys.finance!))
    expectProblem(await asked('last_30'), 400, 'bad_parameters', {
      days: /whole months, or of this one up to today: ask for 2026-02-01 to 2026-03-31$/,
    })
    for (const days of ['month_to_date', 'quarter_to_date', 'previous_month', 'previous_year']) {
      expect([days, (await asked(days)).statusCode]).toEqual([days, 200])
    }
  })
})

describe('seeing it needs the permission finance, and all apps', () => {
  test.each(['everything but finance', 'finance of some apps'])('a key of %s', async (name) => {
    const response = await ask({}, keys[name])
    expectProblem(response, 403, 'forbidden')
    expect(response.json().message).toBe(
      `"${name}" may not see revenue_closed, revenue_paid, paid_ratio. Owners, users with the role finance, and keys with the permission finance see what networks owe and paid, if they see all apps. Ask an owner of the account.`,
    )
    // Nor with the tag of an answer that others got.
    const { headers } = await ask({})
    const known = { 'if-none-match': headers.etag as string }
    expectProblem(await ask({}, keys[name], known), 403, 'forbidden')
    for (const format of ['csv', 'parquet']) {
      expectProblem(await ask({ format }, keys[name]), 403, 'forbidden')
    }
    expect((await ask({ metrics: 'revenue' }, keys[name])).statusCode).toBe(200)
  })

  test('the key that an account has from before', async () => {
    expectProblem(await ask({}, acme.key), 403, 'forbidden')
  })

  test('report links never show it', async () => {
    const report = { metrics: ['paid_ratio'], dimensions: ['month'] }
    const request = { username: 'acme', name: 'paid', days: 'month_to_date', report } as const
    const { code, facts } = await refusalOf(publisher.installation.call(createLink, request))
    expect([code, facts]).toEqual([
      'question_refused',
      {
        faults: [
          {
            parameter: 'metrics',
            message:
              'paid_ratio cannot be shown by report links, which need no sign-in: ask with a key that has the permission finance',
          },
        ],
      },
    ])
    const question = {
      family: 'report',
      parameters: { metrics: 'paid_ratio', days: 'month_to_date' },
      format: 'json',
    } as const
    const stored = { name: 'stored', apps: null, expiresAtMs: null, question }
    const { token } = await publisher.installation.links.create('acme', stored)
    expectProblem(await server.get(`/shared/reports/${token}`), 403, 'forbidden')
  })

  test('operators see it', async () => {
    const question = { days: ['month_to_date'], metrics: ['paid_ratio'] }
    const page = await publisher.installation.call(queryReport, { username: 'acme', question })
    expect(page.totals).toEqual([null])
  })
})

test('owners and users with the role finance see it on the dashboard', async () => {
  const team = await openTeam()
  try {
    const asked = { metrics: 'paid_ratio', days: 'month_to_date' }
    const statuses: [string, number][] = []
    for (const role of ['owner', 'editor', 'finance', 'viewer'] as const) {
      const visitor = await team.joinAs(role)
      statuses.push([role, (await visitor.get('/report', asked)).statusCode])
    }
    expect(statuses).toEqual([
      ['owner', 200],
      ['editor', 403],
      ['finance', 200],
      ['viewer', 403],
    ])
  } finally {
    await team.close()
  }
})
