import { countedSums, sums } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportStore } from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { type Day, type DaySpan, parseDay } from '../../values/day.ts'
import { type AccountSlices, replaceApps, SlicesTooLargeError } from './account-slices.ts'
import { type Block, BlockBuilder, blockDimensions, monthSpan } from './block.ts'
import { SliceBuilder } from './slice-builder.ts'

/** The figures of an account after a ledger entry. */
export interface StoredFigures {
  readonly engine: ReportStore
  readonly account: number
  readonly entry: number
  readonly signal: AbortSignal
}

/** A block has at most so many rows: more would take too much memory while it is read. */
const maxBlockRows = 500_000
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
 * @returns null when they would take more memory than they may, or are too many days apart
 */
export async function readSlices(
  figures: StoredFigures,
  old: OldSlices | null,
  maxBytes: number,
): Promise<AccountSlices | null> {
  const builder = new SliceBuilder(maxBytes)
  const plan = {
    table: 'slices',
    ...{ apps: old && [...old.apps], days: allDays, sums: countedSums },
    dimensions: ['day', 'app', 'network'],
  } as const
  try {
    await read(figures, plan, (chunk) => builder.add(chunk))
    const slices = await builder.build()
    return old ? await replaceApps(old.slices, old.apps, slices) : slices
  } catch (error) {
    if (error instanceof SlicesTooLargeError) return null
    throw error
  }
}

/**
 * Reads a month of an app, or of all apps together, with all sums.
 *
 * @returns null when it has too many rows
 */
export async function readBlock(
  figures: StoredFigures,
  app: number | null,
  month: Day,
): Promise<Block | null> {
  const days = monthSpan(month)
  const builder = new BlockBuilder(days)
  let rowCount = 0
  const plan = {
    table: 'figures',
    ...{ apps: app === null ? null : [app], days, sums },
    dimensions: ['day', ...blockDimensions],
  } as const
  await read(figures, plan, (chunk) => {
    rowCount += chunk.rowCount
    if (rowCount <= maxBlockRows) builder.add(chunk)
  })
  return rowCount <= maxBlockRows ? builder.build() : null
}

async function read(
  { engine, account, entry, signal }: StoredFigures,
  plan: Pick<ReportPlan, 'table' | 'apps' | 'days' | 'dimensions' | 'sums'>,
  take: (chunk: ReportChunk) => void,
): Promise<void> {
  const rest = { account, entry, filters: {}, sorted: false, totals: null }
  await using rows = await runPlan({ ...plan, ...rest }, engine, signal)
  for await (const chunk of rows.chunks) take(chunk)
}
