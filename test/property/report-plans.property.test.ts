import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sum } from '../../src/reporting/metrics.ts'
import { planReport } from '../../src/reporting/plan-report.ts'
import type { AppGroups, Comparison, ReportRequest } from '../../src/reporting/report-request.ts'
import type { ReportChunk } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { addDays, type Day, dayCount, formatDay, parseDay } from '../../src/values/day.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import { csv, type ImportSite, shareSite } from '../import/import-site.ts'
import { batchOf, batchSize, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import {
  type DrawnReport,
  type DrawnRow,
  drawnDays,
  drawnReport,
  drawnRows,
} from './drawn-reports.ts'
import { NaiveHistory } from './naive-history.ts'
import {
  type ModelApp,
  type ModelFigure,
  type ModelRow,
  modelDimensions,
  modelReport,
  modelRows,
} from './report-model.ts'

/** In the order of their keys. Two have one name, and ids sort otherwise than keys. */
const appsOf = (username: string) => [
  { appId: `${username}.z`, name: 'Rocket', platform: 'ios' },
  { appId: `${username}.a`, name: '😀', platform: 'android' },
  { appId: `${username}.ｚ`, name: 'Rocket', platform: 'android' },
  { appId: `${username}.B`, name: 'ｚ', platform: 'ios' },
]

// Every case has its own account. An import has rows of some accounts, and its undo concerns those.
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: batchOf(fc.option(drawnRows, { freq: 9, nil: [] })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
)
const history = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 4, size: 'max' }),
  reports: batchOf(fc.array(drawnReport, { minLength: 4, maxLength: 4 })),
})

const shared = shareSite()
let accounts = 0

test(`${caseCount} random data sets give random reports of a naive model, at any state`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await checkBatches(history, async ({ steps, reports }) => {
    const studios = await newStudios(site)
    const model = new NaiveHistory()
    const before = await site.installation.figures.stateAsOf(null)
    const states: State[] = [{ entry: before.entry, figures: [] }]
    for (const one of steps) {
      const entry = await take(one, site, model, studios)
      if (entry !== null) states.push({ entry, figures: model.figures().map(parseFigure) })
    }
    const lanes = [0, 1].map(async (lane) => {
      for (const [nth, studio] of studios.entries()) {
        if (nth % 2 !== lane) continue
        for (const drawn of reports[nth]!) await expectReport(site, studio, drawn, states)
      }
    })
    await Promise.all(lanes)
  })
})

interface Studio {
  readonly username: string
  readonly id: number
  readonly apps: readonly ModelApp[]
}

/** Figures of all accounts of a batch after a ledger entry. */
interface State {
  readonly entry: number
  readonly figures: readonly ModelFigure[]
}

async function expectReport(
  site: ImportSite,
  studio: Studio,
  drawn: DrawnReport,
  states: readonly State[],
): Promise<void> {
  const { figures } = site.installation
  const state =
    drawn.state === undefined ? states.at(-1)! : states.at(-1 - (drawn.state % states.length))!
  const request: ReportRequest = {
    ...toRequest(drawn, studio),
    ...(drawn.state !== undefined && { entry: state.entry }),
  }
  const own = state.figures.filter(({ app }) => studio.apps.some(({ key }) => key === app.key))
  const plan = planReport(request)
  const signal = new AbortController().signal
  const about = JSON.stringify({ ...request, appGroups: undefined })
  const answer = await runPlan(plan, figures, signal)
  const rows: ReadRow[] = []
  for await (const chunk of answer.chunks) rows.push(...readRows(chunk, request))
  expect(rows, about).toEqual(modelReport(own, request).map((row) => asRead(row, request)))
  expect(await figures.countRows(plan, signal), about).toBe(modelRows(own, request).length)
  const found = await figures.stateAfter(state.entry)
  if (drawn.state !== undefined) expect(answer.version).toBe(found!.version)
}

interface ReadRow {
  readonly keys: readonly (string | number)[]
  readonly sides: readonly ReadSide[]
}

interface ReadSide {
  readonly status: number | undefined
  readonly sums: Readonly<Record<string, bigint>>
}

function readRows(chunk: ReportChunk, request: ReportRequest): ReadRow[] {
  const { dimensions, compared } = chunk
  const columns = modelDimensions(request).map((name) => ({ name, ...dimensions[name]! }))
  const sidesOf = compared ? [chunk, compared] : [chunk]
  return Array.from({ length: chunk.rowCount }, (_, row) => ({
    keys: columns.map(({ name, codes, labels }) => {
      const code = codes[row]!
      if (labels) return labels[code]!
      return name === 'app' ? code : formatDay(code as Day)
    }),
    sides: sidesOf.map(({ sums, statuses }) => ({
      status: statuses?.[row],
      sums: Object.fromEntries(Object.entries(sums).map(([name, values]) => [name, values[row]!])),
    })),
  }))
}

function asRead({ keys, current, compared }: ModelRow, request: ReportRequest): ReadRow {
  const { sums } = planReport(request)
  const hasStatuses = request.comparison !== undefined || request.fillDays === true
  return {
    keys,
    sides: [current, ...(compared ? [compared] : [])].map((side) => ({
      status: hasStatuses ? side.status : undefined,
      sums: Object.fromEntries(sums.map((sum: Sum) => [sum, side.sums[sum]])),
    })),
  }
}

function toRequest(drawn: DrawnReport, { id, apps }: Studio): ReportRequest {
  const firstDay = parseDay(drawnDays[drawn.firstDay]!)!
  const days = { firstDay, lastDay: addDays(firstDay, drawn.dayCount - 1) }
  const comparison = comparisonOf(drawn.compare, days)
  return {
    ...{ account: id, apps: drawn.apps?.map((nth) => apps[nth]!.key) ?? null, days },
    ...{ filters: given(drawn.filters), excluded: given(drawn.excluded) },
    ...{ dimensions: drawn.dimensions, metrics: drawn.metrics, sorted: true, totals: null },
    appGroups: {
      app: groupsOf(apps, ({ appId }) => appId),
      appName: groupsOf(apps, ({ name }) => name),
      platform: groupsOf(apps, ({ platform }) => platform),
    },
    ...(drawn.order.length > 0 && { order: drawn.order }),
    ...(drawn.limit !== undefined && { limit: drawn.limit }),
    ...(drawn.offset !== undefined && { offset: drawn.offset }),
    ...(comparison && { comparison }),
    ...(drawn.fill && { fillDays: true }),
  }
}

const given = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, values]) => values !== undefined))

function comparisonOf(
  compare: DrawnReport['compare'],
  days: ReportRequest['days'],
): Comparison | null {
  const length = dayCount(days)
  const earlier = (shift: number) => ({
    days: { firstDay: addDays(days.firstDay, -shift), lastDay: addDays(days.lastDay, -shift) },
    shift: { days: shift },
  })
  switch (compare) {
    case 'nothing':
      return null
    case 'previous period':
      return earlier(length)
    case 'another range':
      return earlier(-3)
    case 'previous year':
      return {
        days: { firstDay: yearBefore(days.firstDay), lastDay: yearBefore(days.lastDay) },
        shift: { years: 1 },
      }
  }
}

function yearBefore(day: Day): Day {
  const date = formatDay(day)
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`.replace('-02-29', '-02-28')
  return parseDay(before)!
}

function groupsOf(apps: readonly ModelApp[], nameOf: (app: ModelApp) => string): AppGroups {
  const labels = [...new Set(apps.map(nameOf))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  return { labels, codes: new Map(apps.map((app) => [app.key, labels.indexOf(nameOf(app))])) }
}

type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never

/** @returns the ledger entry; null when there is nothing to import or to undo */
async function take(
  one: Step,
  site: ImportSite,
  model: NaiveHistory,
  studios: readonly Studio[],
): Promise<number | null> {
  if (one.kind === 'undo') {
    const { notUndone } = model
    if (notUndone.length === 0) return null
    const id = notUndone[one.which % notUndone.length]!
    model.undo(id)
    return (await site.call(undoImport, { id })).undo
  }
  const figures = studios.flatMap(({ apps }, nth) =>
    one.rows[nth]!.map((row) => toFigure(row, apps)),
  )
  if (figures.length === 0) return null
  const file = await site.file('figures.csv', csv(figures.map(toLine), columns))
  const { import: id } = await site.importStats([file])
  const slices = Map.groupBy(figures, ({ date, app, network }) => `${date} ${app.key} ${network}`)
  model.import(
    id,
    new Map([...slices].map(([slice, of]) => [slice, of.map((figure) => writeFigure(figure))])),
  )
  return id
}

const columns =
  'date,app_id,network,format,country,ad_tag,impressions,clicks,installs,requests,matched_requests,revenue'

const toLine = (figure: ModelFigure) =>
  [
    ...[figure.date, figure.app.appId, figure.network, figure.format, figure.country],
    ...[figure.adTag, figure.impressions, figure.clicks, figure.installs, figure.requests],
    ...[figure.matchedRequests, formatMicros(figure.revenueMicros)],
  ].join(',')

const toFigure = (
  { day, app, micros, ...row }: DrawnRow,
  apps: readonly ModelApp[],
): ModelFigure => ({
  ...row,
  ...{ date: drawnDays[day]!, app: apps[app]!, revenueMicros: micros },
})

const writeFigure = (figure: ModelFigure) =>
  JSON.stringify(figure, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

const parseFigure = (text: string) =>
  JSON.parse(text, (_, value) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as ModelFigure

async function newStudios(site: ImportSite): Promise<Studio[]> {
  const names = Array.from({ length: batchSize }, () => `report-${accounts++}`)
  for (const username of names) await site.call(createAccount, { username })
  const lines = names.flatMap((username) =>
    appsOf(username).map(({ appId, name, platform }) => `${appId},${username},${name},${platform}`),
  )
  await site.importApps(csv(lines, 'app_id,publisher,app_name,platform'))
  return Promise.all(
    names.map(async (username) => {
      const { id } = await site.installation.accounts.get(username)
      const keys = new Map(
        (await site.installation.apps.ofAccount(id)).map((app) => [app.appId, app.key]),
      )
      const apps = appsOf(username).map((app) => ({ ...app, key: keys.get(app.appId)! }))
      return { username, id, apps }
    }),
  )
}
