import { type CountedSum, countedSums, type Sums } from '../../reporting/metrics.ts'
import type { ReportChunk, ReportRows } from '../../reporting/report-store.ts'
import type { DaySpan } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import { Turns } from '../../values/turns.ts'

export type BigSums = Record<CountedSum, bigint>

/** A group's sums, in total and for each day of the range. */
export interface GroupDays {
  readonly key: string
  readonly total: BigSums
  /** By the place of the day in the range. Days without figures, which differ from days of zeros, are absent. */
  readonly days: Map<number, BigSums>
}

export const noSums = (): BigSums => ({
  impressions: 0n,
  clicks: 0n,
  installs: 0n,
  revenueMicros: 0n,
})

export function addSums(to: BigSums, more: BigSums): void {
  for (const sum of countedSums) to[sum] += more[sum]
}

export const exactSums = (big: BigSums): Sums =>
  Object.fromEntries(countedSums.map((sum) => [sum, toExact(big[sum])]))

/**
 * Adds up rows by range, group and day.
 *
 * @param rows with the dimension day and another
 * @param ranges must not overlap; rows of other days are skipped
 * @param keyAt gives a row's group
 * @returns the groups of each range
 */
export async function groupDays(
  rows: ReportRows,
  ranges: readonly DaySpan[],
  keyAt: (chunk: ReportChunk, row: number) => string,
): Promise<Map<string, GroupDays>[]> {
  const turns = new Turns()
  const found = ranges.map((days) => ({ days, groups: new Map<string, GroupDays>() }))
  for await (const chunk of rows.chunks) {
    const { codes } = chunk.dimensions.day!
    for (let row = 0; row < chunk.rowCount; row++) {
      const day = codes[row]!
      const range = found.find(({ days }) => day >= days.firstDay && day <= days.lastDay)
      if (!range) continue
      const group = groupOf(range.groups, keyAt(chunk, row))
      const sums = sumsIn(chunk, row)
      addSums(group.total, sums)
      const place = day - range.days.firstDay
      const known = group.days.get(place)
      if (known) addSums(known, sums)
      else group.days.set(place, sums)
      if (row % rowsPerTurn === rowsPerTurn - 1) await turns.take(stepsPerRow * rowsPerTurn)
    }
    await turns.take(stepsPerRow * (chunk.rowCount % rowsPerTurn))
  }
  return found.map(({ groups }) => groups)
}

const rowsPerTurn = 256
/** Adding big integers takes longer than writing a row. */
const stepsPerRow = 4

function groupOf(groups: Map<string, GroupDays>, key: string): GroupDays {
  let group = groups.get(key)
  if (!group) {
    group = { key, total: noSums(), days: new Map() }
    groups.set(key, group)
  }
  return group
}

function sumsIn({ sums: columns }: ReportChunk, row: number): BigSums {
  return {
    impressions: BigInt(columns.impressions?.[row] ?? 0),
    clicks: BigInt(columns.clicks?.[row] ?? 0),
    installs: BigInt(columns.installs?.[row] ?? 0),
    revenueMicros: BigInt(columns.revenueMicros?.[row] ?? 0),
  }
}
