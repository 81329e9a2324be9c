import { planReport } from '../src/reporting/plan-report.ts'
import type { ReportPlan } from '../src/reporting/report-plan.ts'
import type { AppGroups, ReportRequest } from '../src/reporting/report-request.ts'
import { runPlan } from '../src/reporting/run-report.ts'
import { DuckdbDatabase } from '../src/storage/duckdb/database.ts'
import { DuckdbReportStore } from '../src/storage/duckdb/duckdb-report-store.ts'
import { addDays } from '../src/values/day.ts'
import { BareEngine } from './bare-engine.ts'
import type { DataSet } from './data-set.ts'
import { dayCount, firstDay } from './figures-shape.ts'
import { median } from './percentiles.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const roundCount = 40
const maxRatio = 1.5
const never = new AbortController().signal

const month = { firstDay: addDays(firstDay, 59), lastDay: addDays(firstDay, 89) }
const before = { firstDay: addDays(firstDay, 28), lastDay: addDays(firstDay, 58) }
const year = { firstDay, lastDay: addDays(firstDay, dayCount - 1) }

/** What reports cost in the store, without HTTP: the plan, and its rows read from the engine. */
export async function benchReport({ directory }: DataSet): Promise<Target[]> {
  const database = await DuckdbDatabase.open({
    path: directory.figures,
    threads: 1,
    readOnly: true,
  })
  const engine = new BareEngine(database.labels, database.borrow.bind(database))
  try {
    console.log(heading('report: plans of the report endpoint in the store'))
    const { account, apps } = await firstAccount(database)
    const store = new DuckdbReportStore(database)
    const rows: string[][] = []
    let ratio = 0
    for (const [name, request] of Object.entries(reportsOf(account, apps))) {
      const plan = planReport(request)
      const ms = { store: [] as number[], engine: [] as number[] }
      let rowCount = 0
      for (let round = 0; round < roundCount; round++) {
        const started = performance.now()
        rowCount = await readAll(store, plan)
        ms.store.push(performance.now() - started)
        ms.engine.push(...(await engine.run([plan], 1, 0)).queryMs)
      }
      const ofPlan = median(ms.store) / median(ms.engine)
      if (rows.length === 0) ratio = ofPlan
      const cells = [
        rowCount.toLocaleString('en-US'),
        short(median(ms.engine)),
        short(median(ms.store)),
      ]
      rows.push([name, ...cells, times(ofPlan)])
    }
    console.log(formatTable(['report', 'rows', 'engine p50 ms', 'store p50 ms', 'ratio'], rows))
    return [
      {
        name: "report: one app's month by day, network and country, compared with the engine",
        wanted: `≤ ${times(maxRatio)}`,
        measured: times(ratio),
        met: ratio <= maxRatio,
      },
    ]
  } finally {
    engine.close()
    database.close()
  }
}

function reportsOf(account: number, apps: readonly number[]): Record<string, ReportRequest> {
  const base: ReportRequest = {
    ...{ account, apps: null, days: month, filters: {}, sorted: true, totals: null },
    ...{ dimensions: ['day', 'network', 'country'], metrics: ['impressions', 'revenue', 'ecpm'] },
  }
  const comparison = { days: before, shift: { days: 31 } }
  const order = [{ by: 'ecpm' as const, descending: true }]
  const appName: AppGroups = {
    labels: apps.map((app) => `app ${app}`).sort(),
    codes: new Map(apps.map((app, rank) => [app, rank])),
  }
  const one = { ...base, apps: apps.slice(0, 1) }
  return {
    "one app's month by day, network, country": one,
    '… with known counts': { ...one, metrics: ['knownCtr', 'knownCvr', 'fillRate'] },
    '… the first 100 by eCPM': { ...one, order, limit: 100 },
    '… beside the month before': { ...one, comparison },
    '… beside it, with filled days': { ...one, comparison, fillDays: true },
    "all apps' year by month and country": {
      ...base,
      days: year,
      dimensions: ['month', 'country'],
    },
    "all apps' year by week and app name": {
      ...{ ...base, days: year, appGroups: { appName } },
      dimensions: ['week', 'appName'],
    },
    "all apps' month by app name and country": {
      ...{ ...base, appGroups: { appName } },
      dimensions: ['appName', 'country'],
    },
  }
}

async function readAll(store: DuckdbReportStore, plan: ReportPlan): Promise<number> {
  const { chunks } = await runPlan(plan, store, never)
  let rowCount = 0
  for await (const chunk of chunks) rowCount += chunk.rowCount
  return rowCount
}

async function firstAccount(database: DuckdbDatabase) {
  const connection = await database.borrow()
  const reader = await connection.runAndReadAll(
    'SELECT account, list(DISTINCT app ORDER BY app) FROM slices GROUP BY account ORDER BY account LIMIT 1',
  )
  database.giveBack(connection)
  const [account, apps] = reader.getRowsJS()[0]!
  return { account: Number(account), apps: (apps as number[]).map(Number) }
}
