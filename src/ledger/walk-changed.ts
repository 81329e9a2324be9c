import type { FactKind } from '../facts/fact-kind.ts'
import type { DaySpan } from '../values/day.ts'
import type { ChangePosition, FigureLedger, FigureScope, LastChange } from './figure-ledger.ts'
import type { FigureRows, SliceFigures } from './slice-figures.ts'

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
}

/** Some slices of a walk. */
export interface ChangedPage {
  /** All of them. */
  readonly slices: readonly LastChange[]
  /** Slices that no longer exist. */
  readonly removed: readonly LastChange[]
  /** The others, row by row. Read them once, before the next page. */
  readonly rows: AsyncGenerator<SliceRows, void, void>
  /** The last change of the page: every slice up to it has been passed. */
  readonly position: ChangePosition
}

/** Rows from `start` to before `end`, all of one slice. The next ones may be of the same slice. */
export interface SliceRows {
  readonly slice: LastChange
  readonly rows: FigureRows
  readonly start: number
  readonly end: number
}

/** Slices that are listed at once. A list of them is in memory. */
const listedAtOnce = 16_384
/** Few, so that the first line and the first checkpoint come soon. */
const firstPageSlices = 16
const maxPageSlices = 4_096
/** Intended rows of a page. */
const rowsPerPage = 65_536
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
  { kind, scope, after, entry, limit }: ChangedWalk,
  signal: AbortSignal,
): AsyncGenerator<ChangedPage, boolean, void> {
  const onlyExisting = after === null
  let left = limit ?? Number.POSITIVE_INFINITY
  let size = firstPageSlices
  for (let position = after; ; ) {
    // One more tells whether the limit leaves any out.
    const asked = Math.min(listedAtOnce, left + 1)
    const range = { kind, after: position, entry, onlyExisting }
    const listed = await ledger.lastChanges(scope, range, asked)
    signal.throwIfAborted()
    const passed = listed.slice(0, left)
    for (let start = 0; start < passed.length; ) {
      const slices = passed.slice(start, start + size)
      position = slices.at(-1)!.position
      const counter = { rows: 0 }
      const rows = rowsOf(sliceFigures, slices, { kind, scope, entry }, counter, signal)
      const removed = slices.filter(({ totals }) => totals === null)
      yield { slices, removed, rows, position }
      start += slices.length
      size = nextPageSlices(slices.length, counter.rows)
    }
    left -= passed.length
    if (left === 0) return listed.length > passed.length
    if (listed.length < asked) return false
  }
}

/** The slices that fill a page, if they have as many rows as those of the last one. */
function nextPageSlices(slices: number, rows: number): number {
  const wanted = Math.floor((rowsPerPage * slices) / Math.max(rows, 1))
  return Math.min(Math.max(wanted, 1), slices * maxGrowth, maxPageSlices)
}

const keyOf = (day: number, app: number, network: number): string => `${day} ${app} ${network}`

/** Reads the rows of existing slices, and checks that they add up to the totals in the ledger. */
async function* rowsOf(
  sliceFigures: SliceFigures,
  slices: readonly LastChange[],
  walk: Pick<ChangedWalk, 'kind' | 'scope' | 'entry'>,
  counter: { rows: number },
  signal: AbortSignal,
): AsyncGenerator<SliceRows, void, void> {
  const expected = new Map<string, LastChange>()
  for (const slice of slices) {
    const { day, app, networkCode } = slice.position
    if (slice.totals) expected.set(keyOf(day, app, networkCode), slice)
  }
  if (expected.size === 0) return
  const keys = [...expected.values()].map(({ position }) => position)
  const selection = { ...walk, days: spanOf(keys), slices: keys }
  const columns = walk.kind.mainNumbers
  const { sliceLabel } = walk.kind
  let current = ''
  const sums = columns.map(() => 0n)
  const finish = () => {
    const totals = expected.get(current)?.totals
    for (const [place, column] of columns.entries()) {
      if (BigInt(totals?.[column] ?? 0) !== sums[place]) throw torn(current)
    }
    expected.delete(current)
    sums.fill(0n)
  }
  for await (const rows of sliceFigures.read(selection, signal)) {
    counter.rows += rows.rowCount
    for (let start = 0; start < rows.rowCount; ) {
      const labels = rows.codes[sliceLabel]!
      const key = keyOf(rows.day[start]!, rows.app[start]!, labels[start]!)
      if (key !== current) {
        finish()
        current = key
      }
      let end = start
      while (end < rows.rowCount && isSame(rows, labels, start, end)) {
        for (const [place, column] of columns.entries()) {
          sums[place] = sums[place]! + rows.sums[column]![end]!
        }
        end++
      }
      const slice = expected.get(current)
      if (!slice) throw torn(current)
      yield { slice, rows, start, end }
      start = end
    }
  }
  finish()
  for (const missing of expected.keys()) throw torn(missing)
}

const isSame = ({ day, app }: FigureRows, labels: ArrayLike<number>, one: number, other: number) =>
  day[one] === day[other] && app[one] === app[other] && labels[one] === labels[other]

const torn = (slice: string): Error =>
  new Error(`The rows of the slice ${slice} are not those of its last change.`)

function spanOf(slices: readonly ChangePosition[]): DaySpan {
  let { day: firstDay } = slices[0]!
  let lastDay = firstDay
  for (const { day } of slices) {
    if (day < firstDay) firstDay = day
    if (day > lastDay) lastDay = day
  }
  return { firstDay, lastDay }
}
