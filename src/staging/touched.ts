import type { Day } from '../values/day.ts'
import { type ChangedSlices, daysOf, spanOf, sumOf } from './read-changes.ts'

/** All slices that an entry states or ends. */
export interface Touched {
  readonly slices: number
  /** Their accounts and secondary reports. */
  readonly accounts: readonly number[]
  /** Null without any. */
  readonly firstDay: Day | null
  readonly lastDay: Day | null
}

export const touchedBy = (changes: readonly ChangedSlices[]): Touched => ({
  slices: sumOf(changes),
  accounts: [...new Set(changes.map(({ account }) => account))],
  ...daysOf(changes),
})

/** The record of an entry that also changed slices of another kind of fact. */
export function withOtherKind<Recorded extends RecordedSlices>(
  record: Recorded,
  { rows, touched }: { readonly rows: number; readonly touched: Touched },
): Recorded {
  const days = [record, touched].flatMap(({ firstDay, lastDay }) =>
    firstDay === null || lastDay === null ? [] : [firstDay, lastDay],
  )
  return {
    ...record,
    rowCount: record.rowCount + rows,
    sliceCount: record.sliceCount + touched.slices,
    ...spanOf(days),
  }
}

interface RecordedSlices {
  readonly rowCount: number
  readonly sliceCount: number
  readonly firstDay: Day | null
  readonly lastDay: Day | null
}
