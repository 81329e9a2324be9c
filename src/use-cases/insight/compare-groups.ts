import { addSums, type BigSums, noSums, sumsIn } from '../../reporting/counted-sums.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import type { DatedScope, InsightSources } from './read-figures.ts'
import { type PairedDays, readSides } from './read-sides.ts'

/** How rows are grouped. */
export interface Grouping {
  readonly dimension: Dimension
  /** Gives a row's group. */
  readonly keyAt: (chunk: Pick<ReportChunk, 'dimensions'>, row: number) => string
}

/** Sums of the days that are compared. */
export interface ComparedSums {
  readonly current: BigSums
  readonly previous: BigSums
}

export interface ComparedGroups extends ComparedSums {
  /** Groups with rows in either range, in no particular order. */
  readonly groups: ReadonlyMap<string, ComparedSums>
}

/**
 * Adds up the rows of both ranges by group, like with like: those of days that their networks reported in
 * both ranges. A group without rows in one of them is 0 there.
 */
export async function compareGroups(
  sources: InsightSources,
  scope: DatedScope,
  days: PairedDays,
  { dimension, keyAt }: Grouping,
  signal: AbortSignal,
): Promise<ComparedGroups> {
  const total = noComparedSums()
  const groups = new Map<string, ComparedSums>()
  const asked = {
    dimensions: dimension === 'network' ? [dimension] : (['network', dimension] as const),
    metrics: ['impressions', 'clicks', 'installs', 'revenue'],
  } as const
  await readSides(sources, scope, days, asked, signal, (chunk) => (row) => {
    if (chunk.stateAt(row) !== 'compared') return
    const key = keyAt(chunk, row)
    const group = groups.get(key) ?? noComparedSums()
    groups.set(key, group)
    const sums = sumsIn(chunk, row)
    addSums(group[chunk.side], sums)
    addSums(total[chunk.side], sums)
  })
  return { ...total, groups }
}

const noComparedSums = (): ComparedSums => ({ current: noSums(), previous: noSums() })
