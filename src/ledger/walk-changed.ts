import type { FactKind } from '../facts/fact-kind.ts'
import type { Day, DaySpan } from '../values/day.ts'
import { checkedRows, type SliceRows } from './checked-rows.ts'
import type { ChangePosition, FigureLedger, FigureScope, LastChange } from './figure-ledger.ts'
import type { SliceFigures } from './slice-figures.ts'

/** Before all changes of an entry. */
export const beginOf = (entry: number): ChangePosition =>
  ({ entry, day: 0 as Day, app: 0, networkCode: 0 }) as const

/** Which slices a walk passes. */
export interface ChangedWalk {
  readonly kind: FactKind
  readonly scope: FigureScope
  /** Where an earlier walk ended; null for every slice that exists. */
  readonly after: ChangePosition | null
  /** All slices are as they were after this ledger entry. */
  readonly entry: number
  /** How many slices are passed at most; null for all. */
  readonly limit: number | null
  /** Those of an answer when absent. */
  readonly sizes?: WalkSizes
}

/** Some slices of a walk. */
export interface ChangedPage {
  /** All of them. */
  readonly slices: readonly LastChange[]
  /** Slices that no longer exist. */
  readonly removed: readonly LastChange[]
  /** The rows of the others, some consecutive ones at once. Read them once, before the next page. */
  readonly rows: AsyncGenerator<readonly SliceRows[], void, void>
  /** The last change of the page: every slice up to it has been passed. */
  readonly position: ChangePosition
}

/** How much a walk has in memory, or sorts, at once. */
export interface WalkSizes {
  /** Slices that are listed at once. */
  readonly listed: number
  /** Slices of a page, at most. */
  readonly slices: number
  /** Intended rows of a page. */
  readonly rows: number
}

const answerSizes: WalkSizes = { listed: 16_384, slices: 4_096, rows: 65_536 }
/** Few, so that the first line and the first checkpoint come soon. */
const firstPageSlices = 16
/** A page has at most this many times the slices of the previous one. */
const maxGrowth = 8

/**
 * Passes every slice that changed after a position once, as it is after a ledger entry, in pages by the
 * order of the slices' last changes. Within a page, slices are in any order. See docs/decisions/0006.
 *
 * @returns whether there are more slices than the limit
 * @throws when rows that belong to the state are gone, because the account is being deleted
 */
export async function* walkChanged(
  { ledger, sliceFigures }: { readonly ledger: FigureLedger; readonly sliceFigures: SliceFigures },
  { kind, scope, after, entry, limit, sizes = answerSizes }: ChangedWalk,
  signal: AbortSignal,
): AsyncGenerator<ChangedPage, boolean, void> {
  const onlyExisting = after === null
  let left = limit ?? Number.POSITIVE_INFINITY
  let size = firstPageSlices
  for (let position = after; ; ) {
    // One more tells whether the limit leaves any out.
    const asked = Math.min(sizes.listed, left + 1)
    const range = { kind, after: position, entry, onlyExisting }
    const listed = await ledger.lastChanges(scope, range, asked)
    signal.throwIfAborted()
    const passed = listed.slice(0, left)
    for (let start = 0; start < passed.length; ) {
      const slices = passed.slice(start, start + size)
      position = slices.at(-1)!.position
      // The page after it may be asked for before its rows are read.
      const onRead = (rows: number) => {
        size = nextPageSlices(slices.length, rows, sizes)
      }
      const rows = rowsOf(sliceFigures, slices, { kind, scope, entry }, { onRead, signal })
      const removed = slices.filter(({ totals }) => totals === null)
      yield { slices, removed, rows, position }
      start += slices.length
    }
    left -= passed.length
    if (left === 0) return listed.length > passed.length
    if (listed.length < asked) return false
  }
}

/** The slices that fill a page, if they have as many rows as those of the last one. */
function nextPageSlices(slices: number, rows: number, sizes: WalkSizes): number {
  const wanted = Math.floor((sizes.rows * slices) / Math.max(rows, 1))
  return Math.min(Math.max(wanted, 1), slices * maxGrowth, sizes.slices)
}

async function* rowsOf(
  sliceFigures: SliceFigures,
  changes: readonly LastChange[],
  walk: Pick<ChangedWalk, 'kind' | 'scope' | 'entry'>,
  read: Parameters<typeof checkedRows>[3],
): AsyncGenerator<readonly SliceRows[], void, void> {
  const slices = changes.filter(({ totals }) => totals).map(({ position }) => position)
  if (slices.length === 0) return read.onRead(0)
  const selection = { ...walk, days: spanOf(slices), slices }
  yield* checkedRows(sliceFigures, selection, changes, read)
}

function spanOf(slices: readonly ChangePosition[]): DaySpan {
  let { day: firstDay } = slices[0]!
  let lastDay = firstDay
  for (const { day } of slices) {
    if (day < firstDay) firstDay = day
    if (day > lastDay) lastDay = day
  }
  return { firstDay, lastDay }
}
