import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sum } from '../../src/reporting/metrics.ts'
import { planReport } from '../../src/reporting/plan-report.ts'
import type { ReportRequest } from '../../src/reporting/report-request.ts'
import type { ReportChunk } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { isOfMemory } from '../../src/storage/memory/memory-report-store.ts'
import type { ComparedRange } from '../../src/values/compared-range.ts'
import { addDays, type Day, dayCount, formatDay, parseDay } from '../../src/values/day.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { type DrawnReport, drawnDays, drawnReport } from './drawn-reports.ts'
import { inMemory } from './in-memory.ts'
import { NaiveHistory } from './naive-history.ts'
import {
  type ModelRow,
  modelDimensions,
  modelReport,
  modelRows,
  modelTotal,
} from './report-model.ts'
import {
  groupsOf,
  newStudios,
  parseFigure,
  type ReportState,
  type Studio,
  step,
  take,
} from './report-studios.ts'

const history = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 4, size: 'max' }),
  reports: batchOf(fc.array(drawnReport, { minLength: 4, maxLength: 4 })),
})

const shared = shareSite()

test(`${caseCount} random data sets give random reports of a naive model, at any state`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await checkBatches(history, async ({ steps, reports }) => {
    const studios = await newStudios(site)
    const model = new NaiveHistory()
    const before = await site.installation.figures.states.asOf(null)
    const states: ReportState[] = [{ entry: before.entry, figures: [] }]
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

async function expectReport(
  site: ImportSite,
  studio: Studio,
  drawn: DrawnReport,
  states: readonly ReportState[],
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
  const expected = modelReport(own, request).map((row) => asRead(row, request))
  const found = await figures.states.after(state.entry)
  await inMemory(figures, isOfMemory(plan), async (store) => {
    const answer = await runPlan(plan, store, signal)
    const rows: ReadRow[] = []
    for await (const chunk of answer.chunks) rows.push(...readRows(chunk, request))
    expect(rows, about).toEqual(expected)
    expect(await store.countRows(plan, signal), about).toBe(modelRows(own, request).length)
    const summed = await runPlan(planReport(summedOf(request)), store, signal)
    const total: ReadRow[] = []
    for await (const chunk of summed.chunks) {
      total.push(...readRows(chunk, { ...request, dimensions: [] }))
    }
    expect(total, about).toEqual([asRead(modelTotal(modelRows(own, request), request), request)])
    if (drawn.state !== undefined) expect(answer.version).toBe(found!.version)
  })
}

/** All rows of a request as one. */
const summedOf = ({ order: _, limit: _limit, offset: _offset, ...request }: ReportRequest) => ({
  ...request,
  summed: true,
})

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
      sums: Object.fromEntries(
        Object.entries(sums).map(([name, values]) => [name, BigInt(values[row]!)]),
      ),
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
    account: id,
    apps: drawn.apps?.map((nth) => apps[nth]!.key) ?? null,
    days,
    filters: given(drawn.filters),
    excluded: given(drawn.excluded),
    dimensions: drawn.dimensions,
    metrics: drawn.metrics,
    sorted: true,
    totals: null,
    appGroups: {
      app: groupsOf(apps, ({ appId }) => appId),
      appName: groupsOf(apps, ({ name }) => name),
      platform: groupsOf(apps, ({ platform }) => platform),
    },
    ...(drawn.order.length > 0 && { order: drawn.order }),
    ...(drawn.having.length > 0 && { having: drawn.having }),
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
): ComparedRange | null {
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
        shift: { months: 12 },
      }
  }
}

function yearBefore(day: Day): Day {
  const date = formatDay(day)
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`.replace('-02-29', '-02-28')
  return parseDay(before)!
}
