import type { MemoryBudget, MemoryUse } from '../../limits/memory-budget.ts'
import { countedSums, figureSums } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportStore } from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { type Day, type DaySpan, parseDay } from '../../values/day.ts'
import { inTurns, nextTurn } from '../../values/turns.ts'
import { type AccountSlices, replaceApps } from './account-slices.ts'
import { type Block, BlockBuilder, blockDimensions, monthSpan } from './block.ts'
import { SliceBuilder } from './slice-builder.ts'
import { TooLargeError } from './too-large-error.ts'

/** The figures of an account after a ledger entry. */
export interface StoredFigures {
  readonly engine: ReportStore
  readonly account: number
  readonly entry: number
  readonly signal: AbortSignal
}

/** Rows that are read at once: more would take too much memory meanwhile. */
const maxRows = 500_000
const allDays: DaySpan = { firstDay: parseDay('0001-01-01')!, lastDay: parseDay('9999-12-31')! }

/** Slices that are replaced by newer ones of some apps. */
export interface OldSlices {
  readonly slices: AccountSlices
  readonly apps: ReadonlySet<number>
}

/**
 * Reads the slices of all apps.
 *
 * @param old reads only those of some apps, and takes the others from these; null to read all
 * @param use counts what they take until they are complete
 * @returns null when they would take more memory than they may, or are too many days apart
 */
export async function readSlices(
  figures: StoredFigures,
  old: OldSlices | null,
  use: MemoryUse,
): Promise<AccountSlices | null> {
  const builder = new SliceBuilder(use)
  const plan = {
    table: 'slices',
    apps: old && [...old.apps],
    days: allDays,
    sums: countedSums,
    dimensions: ['day', 'app', 'network'],
  } as const
  try {
    await read(figures, plan, (chunk) => builder.add(chunk))
    const slices = await builder.build()
    return old ? await replaceApps(old.slices, old.apps, slices) : slices
  } catch (error) {
    if (error instanceof TooLargeError) return null
    throw error
  }
}

/**
 * Reads a month of some apps, or of all apps together, with all sums.
 *
 * @param apps null for one block of all apps
 * @returns the blocks by app; null when they have too many rows, or there is no room for these
 */
export async function readBlocks(
  figures: StoredFigures,
  apps: readonly number[] | null,
  month: Day,
  budget: MemoryBudget,
): Promise<ReadonlyMap<number | null, Block> | null> {
  using use = budget.use()
  const days = monthSpan(month)
  const builders = new Map(
    (apps ?? [null]).map((app) => [app, new BlockBuilder(days, figureSums, use)] as const),
  )
  let rowCount = 0
  const plan = {
    table: 'figures',
    apps,
    days,
    sums: figureSums,
    dimensions: ['day', ...(apps ? (['app'] as const) : []), ...blockDimensions],
  } as const
  try {
    await read(figures, plan, (chunk) => {
      rowCount += chunk.rowCount
      if (rowCount > maxRows) throw new TooLargeError()
      for (const [app, from, to] of runsOf(chunk)) builders.get(app)!.add(chunk, from, to)
    })
  } catch (error) {
    if (error instanceof TooLargeError) return null
    throw error
  }
  const blocks = new Map<number | null, Block>()
  for (const [app, builder] of builders) {
    blocks.set(app, await inTurns(builder.build()))
    await nextTurn()
  }
  return blocks
}

/** The first days of the months with slices, the latest first. @param until of the days that count */
export async function readMonths(figures: StoredFigures, until: Day): Promise<Day[]> {
  const days = { firstDay: allDays.firstDay, lastDay: until }
  const codes = await readCodes(figures, { days, dimension: 'month' })
  return codes.sort((a, b) => b - a) as Day[]
}

/** The keys of the apps with slices in a month, in ascending order. */
export async function readAppsIn(figures: StoredFigures, month: Day): Promise<number[]> {
  const codes = await readCodes(figures, { days: monthSpan(month), dimension: 'app' })
  return codes.sort((a, b) => a - b)
}

/** The different values of a dimension of the slices of some days. */
async function readCodes(
  figures: StoredFigures,
  { days, dimension }: { readonly days: DaySpan; readonly dimension: 'month' | 'app' },
): Promise<number[]> {
  const codes = new Set<number>()
  const plan = {
    table: 'slices',
    apps: null,
    days,
    sums: countedSums,
    dimensions: [dimension],
  } as const
  await read(figures, plan, ({ rowCount, dimensions }) => {
    for (let row = 0; row < rowCount; row++) codes.add(dimensions[dimension]!.codes[row]!)
  })
  return [...codes]
}

/** Neighbouring rows of one app. Engines store the rows of an app together. */
function* runsOf({
  rowCount,
  dimensions: { app },
}: ReportChunk): Generator<[app: number | null, from: number, to: number]> {
  for (let from = 0, to = 0; from < rowCount; from = to) {
    const code = app?.codes[from] ?? null
    do to++
    while (to < rowCount && (app?.codes[to] ?? null) === code)
    yield [code, from, to]
  }
}

async function read(
  { engine, account, entry, signal }: StoredFigures,
  plan: Pick<ReportPlan, 'table' | 'apps' | 'days' | 'dimensions' | 'sums'>,
  onChunk: (chunk: ReportChunk) => void,
): Promise<void> {
  const rest = { account, entry, filters: {}, sorted: false, totals: null }
  await using rows = await runPlan({ ...plan, ...rest }, engine, signal)
  for await (const chunk of rows.chunks) onChunk(chunk)
}
