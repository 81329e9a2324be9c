import { labelNames, shownLabel } from '../../facts/label-names.ts'
import { restNames } from '../../facts/rest-names.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { type Metric, metrics, type Sum, type Sums } from '../../reporting/metrics.ts'
import { planReport } from '../../reporting/plan-report.ts'
import {
  labelFilters,
  rowsRequest,
  totalsRequest,
} from '../../reporting/question/question-requests.ts'
import { kindsOfMetric, type WireMetric, wireMetrics } from '../../reporting/question/vocabulary.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ComparedColumns, ReportChunk } from '../../reporting/report-store.ts'
import type { ReportTable, TableBatch } from '../../reporting/report-table.ts'
import { runPlan, sumsAt } from '../../reporting/run-report.ts'
import { isSettledSum, rowSums, type StoredSum, storedSums } from '../../reporting/stored-sums.ts'
import { buildTable, type TableFacts } from '../../reporting/table/build-table.ts'
import { copyBatch } from '../../reporting/table/table-cells.ts'
import { citationOf } from './citation.ts'
import { withComparedPairs } from './compared-pairs.ts'
import { summariseFreshness } from './freshness-summary.ts'
import { lastEntryOf, seenValues } from './ledger-memory.ts'
import type { PinnedReport } from './pin-report.ts'
import { refuseManyFilled } from './refuse-many-filled.ts'
import { writeReportCursor } from './report-cursor.ts'
import { type ReportMeta, reportMeta, unmatchedValues } from './report-meta.ts'
import type { ReportSources } from './report-sources.ts'

/** An answer whose rows are still to be read. */
export interface OpenedReport {
  readonly meta: ReportMeta
  readonly table: ReportTable
  /** A row of the columns of metrics, over all rows of all pages; null when it was not asked for. */
  readonly totals: ReportTable | null
  /** Whether there are rows after these. */
  readonly hasMore: boolean
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/**
 * Asks for the rows of a question, up to the first ones. Without a limit they are streamed.
 *
 * @param opened ends the query when it is disposed of
 * @param withTotals whether the totals are shown
 * @throws QuestionError `bad_parameters` when filling would make too many rows
 * @throws ReportError when a sum does not fit 64 bits
 */
export async function openReport(
  sources: ReportSources,
  asked: PinnedReport,
  withTotals: boolean,
  signal: AbortSignal,
  opened: AsyncDisposableStack,
): Promise<OpenedReport> {
  const pinned = await withComparedPairs(sources, asked, signal)
  const { question, scope, offset, principal } = pinned
  const { limit } = question
  await refuseManyFilled(sources, pinned, signal)
  // An extra row tells whether there is another page.
  const request = rowsRequest(question, scope, { offset, limit: limit === null ? null : limit + 1 })
  const isOneRow = request.dimensions.length === 0
  const nullable = question.metrics.filter((name) => knownBy(name) !== undefined)
  const totals =
    withTotals || nullable.length > 0 || isOneRow ? await readTotals(sources, pinned, signal) : null
  const isCounted = question.includes.includes('total_rows')
  const totalRows = isCounted ? await countAll(sources, pinned, signal) : null
  const isFresh = question.includes.includes('freshness')
  const freshness = isFresh ? await summariseFreshness(sources, pinned) : null
  const unmatched = await findUnmatched(sources, pinned)
  // The state's own last entry may be of apps that the principal does not see.
  const lastEntry = scope.settled
    ? null
    : await lastEntryOf(sources, figuresOf(principal), pinned.state)
  const entry = lastEntry?.id ?? pinned.state.entry
  const isCited = question.includes.includes('citation')

  const chunks = isOneRow
    ? fromList([totals!.chunk])
    : opened.use(await runPlan(planReport(request), sources.figures, signal)).chunks
  const facts: TableFacts = {
    question,
    apps: scope.apps,
    appGroups: request.appGroups,
    currency: principal.account.currency,
  }
  const table = buildTable(facts, chunks)
  const page = limit === null ? null : await readPage(table, limit)
  const partlyKnown = totals ? nullable.filter((name) => isPartlyKnown(name, totals.sums)) : []
  return {
    meta: reportMeta(pinned, {
      lastEntry,
      partlyKnown,
      unmatched,
      totalRows,
      freshness,
      ...(isCited && { citation: citationOf(pinned, entry, sources.today()) }),
    }),
    table: page ? { ...table, batches: fromList(page.batches) } : table,
    totals: totals && withTotals ? totalsTable(facts, totals.chunk) : null,
    hasMore: page?.hasMore ?? false,
    nextCursor: page?.hasMore ? writeReportCursor(pinned.cursorAt(entry, offset + limit!)) : null,
  }
}

/** Counts the rows of all pages. */
function countAll(
  { figures }: ReportSources,
  { question, scope }: PinnedReport,
  signal: AbortSignal,
): Promise<number> {
  const all = rowsRequest(question, scope, { offset: 0, limit: null })
  return figures.countRows(planReport(all), signal)
}

const knownBy = (name: WireMetric): Metric['known'] => {
  const { known }: Metric = metrics[wireMetrics[name]]
  return known
}

interface TotalsRow {
  readonly chunk: ReportChunk
  readonly sums: Sums
}

/**
 * The sums of all rows, with how many rows there are and how many know each metric. Totals of nothing have a
 * status: unreported figures are unknown, not zero.
 */
async function readTotals(
  { figures }: ReportSources,
  { question, scope }: PinnedReport,
  signal: AbortSignal,
): Promise<TotalsRow> {
  const request = totalsRequest(question, scope)
  const plan = planReport(request)
  const isOfKnown = question.metrics.some((name) => knownBy(name) !== undefined)
  const rowCounts: readonly Sum[] = (plan.kinds ?? ['figures']).map((kind) => rowSums[kind])
  const counts = plan.settled ? (['settledRows'] as const) : rowCounts
  const shared: readonly Sum[] = plan.sums.some(isSharedWithUsers) ? ['sharedRows'] : []
  const sums = isOfKnown ? [...new Set([...plan.sums, ...counts, ...shared])] : plan.sums
  const totals = await readOneRow({ ...plan, sums }, figures, signal)
  const mayBeNothing = Object.values(totals.sums).every((sum) => sum === 0)
  if (!mayBeNothing || totals.chunk.statuses) return totals
  // Only comparisons have statuses: the range is compared with itself.
  const comparison = { days: question.days, shift: { days: 0 } }
  const { chunk } = await readOneRow(planReport({ ...request, comparison }), figures, signal)
  return { ...totals, chunk: { ...totals.chunk, statuses: chunk.statuses! } }
}

async function readOneRow(
  plan: ReportPlan,
  figures: ReportSources['figures'],
  signal: AbortSignal,
): Promise<TotalsRow> {
  await using rows = await runPlan(plan, figures, signal)
  let found: TotalsRow | null = null
  for await (const chunk of rows.chunks) {
    if (chunk.rowCount > 0) found = { chunk: copyOf(chunk), sums: sumsAt(chunk, 0) }
  }
  if (!found) throw new Error('The store answered no totals.')
  return found
}

/** The first row, in memory of its own. */
function copyOf(chunk: ReportChunk): ReportChunk {
  const copied = (sums: ReportChunk['sums']) =>
    Object.fromEntries(Object.entries(sums).map(([name, values]) => [name, values.slice(0, 1)]))
  const copiedColumns = ({ sums, statuses }: ComparedColumns): ComparedColumns => ({
    sums: copied(sums),
    statuses: [statuses[0]!],
  })
  const { statuses, compared, comparable } = chunk
  return {
    rowCount: 1,
    dimensions: {},
    sums: copied(chunk.sums),
    ...(statuses && { statuses: [statuses[0]!] }),
    ...(compared && { compared: copiedColumns(compared) }),
    ...(comparable && { comparable: copiedColumns(comparable) }),
  }
}

function totalsTable(facts: TableFacts, chunk: ReportChunk): ReportTable {
  const question = { ...facts.question, dimensions: [] }
  return buildTable({ ...facts, question }, fromList([chunk]))
}

const isSharedWithUsers = (sum: Sum): boolean =>
  !isSettledSum(sum) && (storedSums[sum] as StoredSum).shared === 'audience'

function isPartlyKnown(name: WireMetric, sums: Sums): boolean {
  const known = knownBy(name)
  const kinds = kindsOfMetric(name)
  const kind = kinds.at(-1)
  const rows = sums[kind ? rowSums[kind] : 'settledRows'] ?? 0
  const knowing = known === undefined ? rows : (sums[known] ?? 0)
  const isOfBoth = kinds.includes('figures') && kinds.includes('audience')
  return knowing > 0 && (knowing < rows || (isOfBoth && (sums.sharedRows ?? 0) < (sums.rows ?? 0)))
}

async function findUnmatched(
  sources: ReportSources,
  { question: { filters }, principal, scope: { settled } }: PinnedReport,
): Promise<ReportMeta['unmatched']> {
  const known: Record<string, readonly string[]> = {}
  if (filters.some(({ name }) => name === 'platform')) {
    const visible = await new VisibleApps(sources.apps, principal).ever()
    known.platform = visible.map(({ platform }) => platform)
  }
  if (settled) known.network = settled.map(({ network }) => network)
  else if (filters.some(({ name }) => name in labelFilters)) {
    const seen = await seenValues(sources, figuresOf(principal))
    for (const label of labelNames) {
      // Where not all names are known, an unknown one is not misspelt for sure.
      if (!seen.cut.includes(label)) {
        known[shownLabel(label)] = [...seen.names[label], ...restNames]
      }
    }
  }
  return unmatchedValues(filters, known)
}

/**
 * Reads a page into memory, so that it is known whether there is another one. The extra row is read
 * too: a query that is read to its end leaves nothing behind in the engine.
 */
async function readPage(
  { batches }: ReportTable,
  limit: number,
): Promise<{ batches: TableBatch[]; hasMore: boolean }> {
  const page: TableBatch[] = []
  let found = 0
  for await (const batch of batches) {
    const count = Math.min(batch.rowCount, limit - found)
    if (count > 0) page.push(copyBatch(batch, count))
    found += batch.rowCount
  }
  return { batches: page, hasMore: found > limit }
}

async function* fromList<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
