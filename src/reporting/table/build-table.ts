import { exactDay, firstComparedDay } from '../../values/compared-range.ts'
import { addDays, type Day } from '../../values/day.ts'
import { divideRounded, type ExactInteger, toExact } from '../../values/exact-integer.ts'
import { Turns } from '../../values/turns.ts'
import { changeOfRows, knownBy } from '../derive-metric.ts'
import {
  isPlainSum,
  type Metric,
  type MetricName,
  metrics,
  mixedSums,
  type Sum,
  type Sums,
  sumsBehind,
} from '../metrics.ts'
import { periodOf } from '../periods.ts'
import type { ShownApp } from '../question/question-requests.ts'
import type { ReportQuestion } from '../question/report-question.ts'
import { isSettledQuestion } from '../question/settled-question.ts'
import { type WireDimension, wireDimensions, wireMetrics } from '../question/vocabulary.ts'
import type { ReportRequest } from '../report-request.ts'
import { type ReportChunk, rowStatus, type SumColumn } from '../report-store.ts'
import type { ColumnCells, ReportTable, TableBatch } from '../report-table.ts'
import { splitChunk } from '../split-chunk.ts'
import { asNumbers } from '../sum-columns.ts'
import { type ColumnSource, columnsOf } from './table-columns.ts'

/** The facts that a table shows besides the rows of the store. */
export interface TableFacts {
  readonly question: Pick<
    ReportQuestion,
    'dimensions' | 'metrics' | 'comparison' | 'isOfReportedDays' | 'days'
  >
  readonly currency: string
  /** The apps of the rows; empty where the question names none. */
  readonly apps: readonly ShownApp[]
  /** The groups that the rows were requested with. */
  readonly appGroups: ReportRequest['appGroups']
}

/** Makes the cells of one column for some rows. */
type Cells = (chunk: ReportChunk) => ColumnCells

/** Turns the rows of a store into the table of an answer, batch by batch. */
export function buildTable(facts: TableFacts, chunks: AsyncIterable<ReportChunk>): ReportTable {
  const columns = columnsOf(facts.question)
  const cells = columns.map(({ source }) => cellsOf(source, facts))
  return { columns, batches: batchesOf(chunks, cells) }
}

async function* batchesOf(
  chunks: AsyncIterable<ReportChunk>,
  cells: readonly Cells[],
): AsyncGenerator<TableBatch> {
  const turns = new Turns()
  for await (const chunk of chunks) {
    if (chunk.rowCount === 0) continue
    for (const part of splitChunk(chunk, maxBatchRows)) {
      yield { rowCount: part.rowCount, cells: cells.map((make) => make(part)) }
      await turns.spend(stepsOf(part.rowCount, cells.length))
    }
  }
}

/** Larger chunks become several batches. */
const maxBatchRows = 2_048
const cellsPerStep = 8

/** The work of some rows for {@link Turns}. */
export const stepsOf = (rowCount: number, columnCount: number): number =>
  Math.ceil((rowCount * columnCount) / cellsPerStep)

function cellsOf(source: ColumnSource, facts: TableFacts): Cells {
  if (source.kind === 'dimension') return dimensionCells(source.name, facts)
  if (source.kind === 'previous_time') {
    const { comparison, days, isOfReportedDays } = facts.question
    const isExact = isOfReportedDays && source.name === 'date'
    const comparedDay = (day: Day) =>
      isExact ? exactDay(day, comparison!) : firstComparedDay(day, days, comparison!)
    return ({ dimensions, rowCount }) => {
      const { codes } = dimensions[wireDimensions[source.name]]!
      return { kind: 'day', days: eachRow(rowCount, (row) => comparedDay(codes[row] as Day)) }
    }
  }
  const name = wireMetrics[source.name]
  if (source.value === 'change') return changeCells(name)
  if (source.value === 'current') return currentCells(name)
  return otherCells(name, source.value === 'previous' ? 'compared' : 'comparable')
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
      const found = eachRow(rowCount, (row) => places.get(codes[row]!) ?? null)
      return { kind: 'text', codes: found, labels }
    }
  }
  const groups = isOfApp ? appGroups?.[dimension]?.labels : undefined
  // Amounts whose app is not known are of no group.
  const mayBeNone = groups !== undefined && isSettledQuestion(question)
  return ({ dimensions, rowCount }) => {
    const { codes, labels } = dimensions[dimension]!
    const groupAt = (row: number) => (codes[row]! < groups!.length ? codes[row]! : null)
    const shown = mayBeNone ? eachRow(rowCount, groupAt) : codes
    return { kind: 'text', codes: shown, labels: groups ?? labels! }
  }
}

function currentCells(name: MetricName): Cells {
  const isSum = isPlainSum(name)
  const { of }: Metric = metrics[name]
  return (chunk) => {
    const { sums, statuses, rowCount } = chunk
    const known = knownBy(name, sums)
    if (isSum && !statuses && (known === undefined || isPositive(sums[known]!, rowCount))) {
      return { kind: 'number', values: sums[of]! }
    }
    return { kind: 'number', values: valuesOf(name, sums, statuses, rowCount) }
  }
}

const otherCells =
  (name: MetricName, of: 'compared' | 'comparable'): Cells =>
  ({ [of]: columns, rowCount }) => {
    const { sums, statuses } = columns!
    return { kind: 'number', values: valuesOf(name, sums, statuses, rowCount) }
  }

const changeCells =
  (name: MetricName): Cells =>
  (chunk) => {
    const { sums: previous, statuses } = chunk.compared!
    const now = chunk.comparable ?? chunk
    const changeAt = (row: number) =>
      changeOfRows(
        name,
        { sums: sumsIn(name, now.sums, row), status: now.statuses?.[row] ?? rowStatus.hasFigures },
        { sums: sumsIn(name, previous, row), status: statuses[row]! },
      )
    return { kind: 'number', values: eachRow(chunk.rowCount, changeAt) }
  }

/** A metric of each row; null where it is unknown. */
function valuesOf(
  name: MetricName,
  columns: ReportChunk['sums'],
  statuses: ArrayLike<number> | undefined,
  rowCount: number,
): (ExactInteger | null)[] {
  const { of, factor, per }: Metric = metrics[name]
  const known = knownBy(name, columns)
  const column = (sum: Sum) => asNumbers(columns[sum]!)
  const values = column(of)
  const divisors = typeof per === 'number' ? null : column(per)
  const knowing = known === undefined ? null : column(known)
  return eachRow(rowCount, (row) => {
    const status = statuses === undefined ? rowStatus.hasFigures : statuses[row]
    if (status !== rowStatus.hasFigures) return status === rowStatus.reportedNone ? 0 : null
    if (knowing !== null && !(knowing[row]! > 0)) return null
    const divisor = divisors === null ? (per as number) : toExact(divisors[row]!)
    return divideRounded(toExact(values[row]!), factor, divisor)
  })
}

function eachRow<Value>(rowCount: number, valueAt: (row: number) => Value): Value[] {
  const values = new Array<Value>(rowCount)
  for (let row = 0; row < rowCount; row++) values[row] = valueAt(row)
  return values
}

function isPositive(sums: SumColumn, rowCount: number): boolean {
  for (let row = 0; row < rowCount; row++) if (!(sums[row]! > 0)) return false
  return true
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
  for (const sum of mixedSums) if (columns[sum]) sums[sum] = toExact(columns[sum][row]!)
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
