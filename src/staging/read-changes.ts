import type { DuckDBConnection, DuckDBDateValue } from '@duckdb/node-api'
import { type FactKind, microsOf } from '../facts/fact-kind.ts'
import type { Day } from '../values/day.ts'
import { rowsOf } from './scratch-tables.ts'

export interface BeforeAndAfter {
  readonly before: bigint
  readonly after: bigint
}

/** Slices of one account that an entry states or ends and that it changes alike, added up. */
export interface ChangedSlices {
  readonly account: number
  readonly change: 'added' | 'restated' | 'unchanged' | 'removed'
  /** The import that stated them before; null for slices that are added. */
  readonly replacedImport: number | null
  /** Whether the rows or the scope of the entry are about them. */
  readonly isStated: boolean
  /** Whether their old and new fingerprints cannot be compared. */
  readonly isOutdated: boolean
  /** Whether they count: of the rows of a mediation, only some do. */
  readonly isCounted: boolean
  readonly slices: number
  /** Rows that are stored afterwards. */
  readonly rows: number
  readonly firstDay: Day
  readonly lastDay: Day
  readonly impressions: BeforeAndAfter
  readonly revenueMicros: BeforeAndAfter
}

/**
 * Reads the table `slice_changes` in one pass, in the order of accounts.
 *
 * @param isMediation whether only the slices of `booked_slices` count
 */
export async function readChanges(
  scratch: DuckDBConnection,
  kind: FactKind,
  isMediation = false,
): Promise<ChangedSlices[]> {
  const { sliceKey, mainNumbers, moneyNames } = kind
  const isCounted = isMediation
    ? `(${sliceKey}) IN (SELECT (${sliceKey}) FROM booked_slices)`
    : 'true'
  const sums = [mainNumbers[0]!, ...moneyNames.slice(0, 1).map(microsOf)].flatMap((column) =>
    ['old', 'new'].map((age) => `coalesce(sum(${age}_${column}), 0)`),
  )
  const rows = await rowsOf(
    scratch,
    `SELECT account, change, replaced_import, is_stated, is_outdated, is_counted, count(*),
      coalesce(sum(row_count), 0), min(day), max(day), ${sums.join(', ')}
    FROM (SELECT *, ${isCounted} AS is_counted FROM slice_changes)
    GROUP BY account, change, replaced_import, is_stated, is_outdated, is_counted ORDER BY ALL`,
  )
  return rows.map(([account, change, replacedImport, isStated, isOutdated, isCounted, ...rest]) => {
    const [slices, ofSlices, firstDay, lastDay, ...totals] = rest
    const [before, after, microsBefore = 0n, microsAfter = 0n] = totals as bigint[]
    return {
      account: Number(account),
      change: change as ChangedSlices['change'],
      replacedImport: replacedImport as number | null,
      isStated: isStated === true,
      isOutdated: isOutdated === true,
      isCounted: isCounted === true,
      slices: Number(slices),
      rows: Number(ofSlices),
      firstDay: (firstDay as DuckDBDateValue).days as Day,
      lastDay: (lastDay as DuckDBDateValue).days as Day,
      impressions: { before: before!, after: after! },
      revenueMicros: { before: microsBefore, after: microsAfter },
    }
  })
}

/** A sum over changed slices. */
export const sumOf = (
  changes: readonly ChangedSlices[],
  number: 'slices' | 'rows' = 'slices',
): number => changes.reduce((sum, one) => sum + one[number], 0)

/** The accounts and secondary reports of changed slices. */
export const accountsOf = (changes: readonly ChangedSlices[]): number[] => [
  ...new Set(changes.map(({ account }) => account)),
]

/** The days of changed slices; null without any. */
export function daysOf(changes: readonly ChangedSlices[]): {
  readonly firstDay: Day | null
  readonly lastDay: Day | null
} {
  if (changes.length === 0) return { firstDay: null, lastDay: null }
  return {
    firstDay: Math.min(...changes.map(({ firstDay }) => firstDay)) as Day,
    lastDay: Math.max(...changes.map(({ lastDay }) => lastDay)) as Day,
  }
}
