import { type Sum, type Sums, sums } from '../../reporting/measures.ts'
import type { ReportChunk, ReportRows } from '../../reporting/report-store.ts'
import type { DaySpan } from '../../values/day.ts'
import { dayCount } from '../../values/day.ts'
import { exact } from '../../values/exact.ts'

type BigSums = Record<Sum, bigint>

/** What one group has: in all, and on each day of the range. */
export interface GroupDays {
  readonly key: string
  readonly total: BigSums
  /** Null on days without figures: that is not the same as figures of zero. */
  readonly days: (BigSums | null)[]
}

export const noSums = (): BigSums => ({
  impressions: 0n,
  clicks: 0n,
  installs: 0n,
  revenueMicros: 0n,
})

export function addSums(to: BigSums, more: BigSums): void {
  for (const sum of sums) to[sum] += more[sum]
}

export const exactSums = (big: BigSums): Sums =>
  Object.fromEntries(sums.map((sum) => [sum, exact(big[sum])]))

/**
 * Adds rows up by group and day.
 *
 * @param keyAt the group that a row belongs to
 */
export async function groupDays(
  rows: ReportRows,
  days: DaySpan,
  keyAt: (chunk: ReportChunk, row: number) => string,
): Promise<Map<string, GroupDays>> {
  const groups = new Map<string, GroupDays>()
  const length = dayCount(days)
  for await (const chunk of rows.chunks) {
    for (let row = 0; row < chunk.rowCount; row++) {
      const key = keyAt(chunk, row)
      let group = groups.get(key)
      if (!group) {
        group = { key, total: noSums(), days: Array.from({ length }, () => null) }
        groups.set(key, group)
      }
      const found = sumsIn(chunk, row)
      addSums(group.total, found)
      const day = chunk.dimensions.day
      if (!day) continue
      const place = day.codes[row]! - days.firstDay
      const known = group.days[place]
      if (known) addSums(known, found)
      else group.days[place] = found
    }
  }
  return groups
}

function sumsIn({ sums: columns }: ReportChunk, row: number): BigSums {
  return {
    impressions: columns.impressions?.[row] ?? 0n,
    clicks: columns.clicks?.[row] ?? 0n,
    installs: columns.installs?.[row] ?? 0n,
    revenueMicros: columns.revenueMicros?.[row] ?? 0n,
  }
}
