import { addSums, type BigSums, noSums, sumsIn } from '../../reporting/counted-sums.ts'
import type { ReportChunk, ReportRows } from '../../reporting/report-store.ts'
import type { Day } from '../../values/day.ts'
import { Turns } from '../../values/turns.ts'

/** A group's sums, in total and for each day of the range. */
export interface GroupDays {
  readonly key: string
  readonly total: BigSums
  /** By the place of the day in the range. Days without figures, which differ from days of zeros, are absent. */
  readonly days: Map<number, BigSums>
}

/**
 * Adds up rows by group and day.
 *
 * @param rows with the dimension day and another
 * @param firstDay of the range
 * @param keyAt gives a row's group
 */
export async function groupDays(
  rows: ReportRows,
  firstDay: Day,
  keyAt: (chunk: ReportChunk, row: number) => string,
): Promise<Map<string, GroupDays>> {
  const turns = new Turns()
  const groups = new Map<string, GroupDays>()
  for await (const chunk of rows.chunks) {
    const { codes } = chunk.dimensions.day!
    for (let row = 0; row < chunk.rowCount; row++) {
      const group = groupOf(groups, keyAt(chunk, row))
      const sums = sumsIn(chunk, row)
      addSums(group.total, sums)
      const place = codes[row]! - firstDay
      const known = group.days.get(place)
      if (known) addSums(known, sums)
      else group.days.set(place, sums)
      if (row % rowsPerTurn === rowsPerTurn - 1) await turns.spend(stepsPerRow * rowsPerTurn)
    }
    await turns.spend(stepsPerRow * (chunk.rowCount % rowsPerTurn))
  }
  return groups
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
