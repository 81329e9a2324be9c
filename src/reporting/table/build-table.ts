import { addDays, type Day } from '../../values/day.ts'
import { type ExactInteger, toExact } from '../../values/exact-integer.ts'
import {
  changeDecimals,
  changeOfMetric,
  deriveKnownMetric,
  type Metric,
  type MetricName,
  metrics,
  type Sum,
  type Sums,
  sumsBehind,
} from '../metrics.ts'
import { periodOf } from '../periods.ts'
import { firstComparedDay } from '../question/other-range.ts'
import type { ReportedApp } from '../question/question-requests.ts'
import type { ReportQuestion } from '../question/report-question.ts'
import { type WireDimension, wireDimensions, wireMetrics } from '../question/vocabulary.ts'
import type { ReportRequest } from '../report-request.ts'
import { type ReportChunk, rowStatus } from '../report-store.ts'
import type { ColumnCells, ReportTable, TableBatch } from '../report-table.ts'
import { type ColumnSource, columnsOf } from './table-columns.ts'

/** What a table shows besides the rows of the store. */
export interface TableFacts {
  readonly question: Pick<ReportQuestion, 'dimensions' | 'metrics' | 'comparison' | 'days'>
  readonly currency: string
  /** The apps of the rows; empty where the question names none. */
  readonly apps: readonly ReportedApp[]
  /** The groups that the rows were requested with. */
  readonly appGroups: ReportRequest['appGroups']
}

/** Makes the cells of one column for some rows. */
type Cells = (chunk: ReportChunk) => ColumnCells

/** Turns the rows of a store into the table of an answer, batch by batch. */
export function buildTable(facts: TableFacts, chunks: AsyncIterable<ReportChunk>): ReportTable {
  const columns = columnsOf(facts.question)
  const cells = columns.map(({ source }) => cellsOf(source, facts))
  const batches = async function* (): AsyncGenerator<TableBatch> {
    for await (const chunk of chunks) {
      if (chunk.rowCount === 0) continue
      yield { rowCount: chunk.rowCount, cells: cells.map((make) => make(chunk)) }
    }
  }
  return { columns, batches: batches() }
}

function cellsOf(source: ColumnSource, facts: TableFacts): Cells {
  if (source.kind === 'dimension') return dimensionCells(source.name, facts)
  if (source.kind === 'previous_time') {
    const { comparison, days } = facts.question
    return ({ dimensions, rowCount }) => {
      const { codes } = dimensions[wireDimensions[source.name]]!
      const compared = Array.from({ length: rowCount }, (_, row) =>
        firstComparedDay(codes[row] as Day, days, comparison!),
      )
      return { kind: 'day', days: compared }
    }
  }
  const name = wireMetrics[source.name]
  if (source.value === 'change') return changeCells(name)
  return source.value === 'current' ? currentCells(name) : previousCells(name)
}

function dimensionCells(
  name: WireDimension,
  { apps, appGroups, currency, question }: TableFacts,
): Cells {
  const dimension = wireDimensions[name]
  if (dimension === null) {
    const labels = [currency]
    return ({ rowCount }) => ({ kind: 'text', codes: new Uint8Array(rowCount), labels })
  }
  if (dimension === 'day' || dimension === 'week' || dimension === 'month') {
    return ({ dimensions }) => ({ kind: 'day', days: dimensions[dimension]!.codes })
  }
  const isOfApp = dimension === 'app' || dimension === 'appName' || dimension === 'platform'
  if (isOfApp && question.dimensions.includes('app_id')) {
    const member = { app: 'appId', appName: 'name', platform: 'platform' } as const
    const labels = apps.map((app) => app[member[dimension]])
    const places = new Map(apps.map(({ key }, place) => [key, place]))
    return ({ dimensions, rowCount }) => {
      const { codes } = dimensions.app!
      const found = Array.from({ length: rowCount }, (_, row) => places.get(codes[row]!) ?? null)
      return { kind: 'text', codes: found, labels }
    }
  }
  const groups = isOfApp ? appGroups?.[dimension]?.labels : undefined
  return ({ dimensions }) => {
    const { codes, labels } = dimensions[dimension]!
    return { kind: 'text', codes, labels: groups ?? labels! }
  }
}

function currentCells(name: MetricName): Cells {
  const isSum = isPlainSum(name)
  const { of }: Metric = metrics[name]
  return (chunk) => {
    if (isSum && !chunk.statuses) return { kind: 'number', values: chunk.sums[of]! }
    return numbers(chunk, (row) => valueAt(name, chunk.sums, chunk.statuses, row))
  }
}

const previousCells =
  (name: MetricName): Cells =>
  (chunk) => {
    const { sums, statuses } = chunk.compared!
    return numbers(chunk, (row) => valueAt(name, sums, statuses, row))
  }

const changeCells =
  (name: MetricName): Cells =>
  (chunk) => {
    const { sums: previous, statuses } = chunk.compared!
    return numbers(chunk, (row) => {
      // Without figures in both ranges, a change is from nothing or of nothing known.
      if (statuses[row] !== rowStatus.hasFigures) return null
      const status = chunk.statuses?.[row] ?? rowStatus.hasFigures
      if (status === rowStatus.notReported) return null
      if (status === rowStatus.hasFigures) {
        return changeOfMetric(name, sumsIn(name, chunk.sums, row), sumsIn(name, previous, row))
      }
      return changeToZero(name, sumsIn(name, previous, row))
    })
  }

/** From a value to the zero of a row that was reported without figures: -1, unless it was 0 or unknown. */
function changeToZero(name: MetricName, previous: Sums): ExactInteger | null {
  const change = changeOfMetric(name, previous, previous)
  return change === null ? null : -(10 ** changeDecimals)
}

function valueAt(
  name: MetricName,
  columns: ReportChunk['sums'],
  statuses: ArrayLike<number> | undefined,
  row: number,
): ExactInteger | null {
  const status = statuses?.[row] ?? rowStatus.hasFigures
  if (status === rowStatus.hasFigures) return deriveKnownMetric(name, sumsIn(name, columns, row))
  return status === rowStatus.reportedNone ? 0 : null
}

const numbers = (
  { rowCount }: ReportChunk,
  value: (row: number) => ExactInteger | null,
): ColumnCells => ({
  kind: 'number',
  values: Array.from({ length: rowCount }, (_, row) => value(row)),
})

/** Metrics that are one sum, of which zero and unknown do not differ. */
function isPlainSum(name: MetricName): boolean {
  const { factor, per, known }: Metric = metrics[name]
  return factor === 1 && per === 1 && known === undefined
}

const behind = new Map<MetricName, readonly Sum[]>()

/** The sums behind a metric in one row. */
function sumsIn(name: MetricName, columns: ReportChunk['sums'], row: number): Sums {
  let needed = behind.get(name)
  if (!needed) {
    needed = sumsBehind([name])
    behind.set(name, needed)
  }
  const sums: Sums = {}
  for (const sum of needed) sums[sum] = toExact(columns[sum]![row]!)
  return sums
}

/** The first days of the weeks or months that a range cuts off. */
export function partialPeriods({
  dimensions,
  days: { firstDay, lastDay },
}: Pick<ReportQuestion, 'dimensions' | 'days'>): Day[] {
  const time = (['week', 'month'] as const).find((name) => dimensions.includes(name))
  if (!time) return []
  const [first, last] = [periodOf(time, firstDay), periodOf(time, lastDay)]
  const isWhole = (start: Day) =>
    start >= firstDay && (start !== last || periodOf(time, addDays(lastDay, 1)) !== start)
  return [...new Set([first, last])].filter((start) => !isWhole(start))
}
