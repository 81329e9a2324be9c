import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MetricName } from '../../src/reporting/metrics.ts'
import { planReport } from '../../src/reporting/plan-report.ts'
import { groupsBy, type ShownApp } from '../../src/reporting/question/question-requests.ts'
import type { Dimension, OrderTerm, ReportRequest } from '../../src/reporting/report-request.ts'
import type { ReportChunk, ReportStore } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { noApp, type SettledRow } from '../../src/reporting/settled-revenue.ts'
import { withSettledRows } from '../../src/storage/settlement/settled-report-store.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { lastDayOfMonth, monthsBefore } from '../../src/values/months.ts'
import {
  type ModelApp,
  type ModelFigure,
  type ModelRow,
  type ModelSide,
  modelDimensions,
  modelReport,
  modelRows,
  modelTotal,
} from './report-model.ts'

const apps: readonly ShownApp[] = [
  { key: 3, appId: 'zap', name: 'Same', platform: 'ios' },
  { key: 5, appId: 'brick', name: 'Same', platform: 'android' },
  { key: 8, appId: 'mill', name: 'Ähre', platform: 'ios' },
]
/** The model's app of amounts whose app is not known. Its names come after all others. */
const last = '\u{10ffff}'
const none: ModelApp = { key: noApp, appId: last, name: last, platform: last }
const networks = ['unity', 'admob', 'zz']
const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].map(
  (month) => parseDay(`${month}-01`)!,
)
const names = ['revenueClosed', 'revenuePaid', 'paidRatio'] as const satisfies readonly MetricName[]

/** Small ones are often equal; no number holds the large ones. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 9, arbitrary: fc.bigInt({ min: -2n, max: 9n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 54n, max: 2n ** 55n }) },
)

const drawnRows = fc.uniqueArray(
  fc.record({
    network: fc.constantFrom(...networks),
    month: fc.constantFrom(...months),
    app: fc.constantFrom(null, ...apps.map(({ key }) => key)),
    closedMicros: amount,
    paidMicros: amount,
    isDue: fc.boolean(),
  }),
  {
    minLength: 15,
    maxLength: 40,
    size: 'max',
    selector: ({ network, month, app }) => `${network} ${month} ${app}`,
  },
) satisfies fc.Arbitrary<SettledRow[]>

const dimensions = ['month', 'app', 'appName', 'platform', 'network'] as const

/** Selects too little to be drawn more often. */
const seldom = <Value>(drawn: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: drawn })

const drawnQuestion = fc.record({
  dimensions: fc.subarray([...dimensions]),
  metrics: fc.subarray([...names], { minLength: 1 }),
  first: fc.nat({ max: 3 }),
  length: fc.integer({ min: 1, max: 3 }),
  apps: seldom(fc.subarray([...apps.map(({ key }) => key), noApp])),
  networks: seldom(fc.subarray(networks)),
  excluded: seldom(fc.subarray(networks)),
  compare: fc.constantFrom(0, 0, 1, 2, 12),
  fill: fc.boolean(),
  order: fc.array(
    fc.record({
      by: fc.nat({ max: 5 }),
      of: fc.constantFrom(undefined, 'previous' as const, 'change' as const),
      descending: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  having: fc.array(
    fc.record({
      by: fc.constantFrom(...names),
      operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
      value: fc.integer({ min: -3, max: 9 }).map(String),
    }),
    { maxLength: 1 },
  ),
  limit: seldom(fc.integer({ min: 1, max: 6 })),
  offset: seldom(fc.nat({ max: 4 })),
})

type Drawn = typeof drawnQuestion extends fc.Arbitrary<infer Question> ? Question : never

function requestOf(drawn: Drawn, settled: readonly SettledRow[]): ReportRequest {
  const firstDay = months[drawn.first]!
  const lastDay = lastDayOfMonth(monthsBefore(firstDay, 1 - drawn.length))
  const days = { firstDay, lastDay }
  const { compare, limit, offset } = drawn
  const comparison = {
    days: {
      firstDay: monthsBefore(firstDay, compare),
      lastDay: lastDayOfMonth(monthsBefore(firstDay, compare + 1 - drawn.length)),
    },
    shift: { months: compare },
  }
  const shown: readonly (Dimension | MetricName)[] = [...drawn.dimensions, ...drawn.metrics]
  const order = drawn.order.flatMap(({ by: place, of, descending }): OrderTerm[] => {
    const by = shown[place]
    const isMetric = names.some((name) => name === by)
    if (by === undefined || (of && (!isMetric || compare === 0))) return []
    return [{ by, descending, ...(of && { of }) }]
  })
  return {
    account: 1,
    apps: drawn.apps,
    days,
    filters: drawn.networks ? { networks: drawn.networks } : {},
    ...(drawn.excluded && { excluded: { networks: drawn.excluded } }),
    dimensions: drawn.dimensions,
    metrics: drawn.metrics,
    sorted: true,
    totals: null,
    appGroups: {
      app: groupsBy(apps, ({ appId }) => appId),
      appName: groupsBy(apps, ({ name }) => name),
      platform: groupsBy(apps, ({ platform }) => platform),
    },
    ...(order.length > 0 && { order }),
    ...(drawn.having.length > 0 && { having: drawn.having }),
    ...(limit !== null && { limit }),
    ...(offset !== null && { offset }),
    ...(compare > 0 && { comparison }),
    ...(drawn.fill && drawn.dimensions.includes('month') && { fillDays: true }),
    settled,
  }
}

/** The rows as the model has them: of single apps only where the request is about these. */
function figuresOf(rows: readonly SettledRow[], request: ReportRequest): ModelFigure[] {
  const { dimensions, apps: keys } = request
  const isByApp =
    ['app', 'appName', 'platform'].some((name) => dimensions.includes(name as 'app')) ||
    (keys !== null && !keys.includes(noApp))
  const covered = rows.filter(({ app }) => keys === null || keys.includes(app ?? noApp))
  const units: SettledRow[][] = []
  for (const row of covered) {
    const unit = units.find(
      ([first]) => first!.network === row.network && first!.month === row.month,
    )
    if (unit && !isByApp) unit.push(row)
    else units.push([row])
  }
  const known = (values: readonly (bigint | null)[]) => values.filter((value) => value !== null)
  const total = (values: readonly bigint[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value)
  return units.map((unit) => {
    const [{ network, month, app }] = unit as [SettledRow]
    const own = isByApp ? apps.find(({ key }) => key === app) : undefined
    return {
      ...emptyFigure,
      date: formatDay(month),
      network,
      app: own ?? none,
      settled: {
        closedMicros: total(known(unit.map(({ closedMicros }) => closedMicros))),
        paidMicros: total(known(unit.map(({ paidMicros }) => paidMicros))),
        isDue: unit.some(({ isDue }) => isDue),
      },
    }
  })
}

const emptyFigure = {
  format: '',
  country: '',
  adTag: '',
  impressions: 0n,
  clicks: null,
  installs: null,
  requests: null,
  matchedRequests: null,
  revenueMicros: 0n,
}

const noEngine = { states: {} } as ReportStore
const store = withSettledRows(noEngine)
const { signal } = new AbortController()

test('plans about what networks owe and paid give the rows of a naive model', async () => {
  const property = fc.asyncProperty(drawnRows, drawnQuestion, async (rows, drawn) => {
    const request = requestOf(drawn, rows)
    // The units of the model are of the covered apps, so it filters by no apps again.
    const [figures, asked] = [figuresOf(rows, request), { ...request, apps: null }]
    const expected = modelReport(figures, asked).map((row) => asRead(row, request))
    expect(await read(request)).toEqual(expected)
    const all = modelRows(figures, asked)
    expect(await store.countRows(planReport(request), signal)).toBe(all.length)
    const { order: _, limit: _limit, offset: _offset, ...whole } = request
    const total = await read({ ...whole, summed: true })
    expect(total).toEqual([asRead(modelTotal(all, request), request)])
  })
  await fc.assert(property, { numRuns: 1_000 })
})

async function read(request: ReportRequest) {
  await using answer = await runPlan(planReport(request), store, signal)
  const rows = []
  for await (const chunk of answer.chunks) rows.push(...readRows(chunk, request))
  return rows
}

function readRows(chunk: ReportChunk, request: ReportRequest) {
  const { dimensions: columns, compared } = chunk
  const shown = request.summed ? [] : modelDimensions(request)
  const sides = compared ? [chunk, compared] : [chunk]
  return Array.from({ length: chunk.rowCount }, (_, row) => ({
    keys: shown.map((name) => {
      const { codes, labels } = columns[name]!
      const code = codes[row]!
      if (name === 'app') return code
      return labels ? (labels[code] ?? last) : formatDay(code as Day)
    }),
    sides: sides.map(({ sums, statuses }) => ({
      status: statuses?.[row],
      sums: Object.fromEntries(Object.entries(sums).map(([name, values]) => [name, values[row]])),
    })),
  }))
}

function asRead({ keys, current, compared }: ModelRow, request: ReportRequest) {
  const { sums } = planReport(request)
  const hasStatuses = request.comparison !== undefined || request.fillDays === true
  const sideOf = (side: ModelSide) => ({
    status: hasStatuses ? side.status : undefined,
    sums: Object.fromEntries(sums.map((sum) => [sum, side.sums[sum]])),
  })
  return { keys, sides: [current, ...(compared ? [compared] : [])].map(sideOf) }
}

const rowOf = (more: Partial<SettledRow>): SettledRow => ({
  network: 'admob',
  month: months[0]!,
  app: null,
  closedMicros: null,
  paidMicros: null,
  isDue: true,
  ...more,
})

const asked = (settled: readonly SettledRow[], more: Partial<Drawn> = {}) => {
  const drawn: Drawn = {
    dimensions: [],
    metrics: [...names],
    first: 0,
    length: 1,
    apps: null,
    networks: null,
    excluded: null,
    compare: 0,
    fill: false,
    order: [],
    having: [],
    limit: null,
    offset: null,
    ...more,
  }
  return requestOf(drawn, settled)
}

test('sums beyond 64 bits are refused', async () => {
  const rows = apps.map(({ key }) => rowOf({ app: key, closedMicros: 2n ** 62n - 1n }))
  await expect(read(asked(rows))).rejects.toMatchObject({ code: 'figure_too_large' })
  expect(await read(asked(rows.slice(1)))).toHaveLength(1)
})

test('more filled rows than are made at once are refused', async () => {
  const rows = Array.from({ length: 900 }, (_, place) => rowOf({ network: `n${place}` }))
  const filled = (length: number) =>
    read(asked(rows, { dimensions: ['month', 'network'], fill: true, length }))
  await expect(filled(120)).rejects.toMatchObject({ code: 'answer_too_large' })
  expect(await filled(3)).toHaveLength(2_700)
})
