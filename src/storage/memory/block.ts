import type { MemoryUse } from '../../limits/memory-budget.ts'
import type { Sum } from '../../reporting/metrics.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan, dayMs, dayOf } from '../../values/day.ts'
import type { Steps } from '../../values/turns.ts'
import { areEqual, Growing, type NarrowColumn, narrow } from './narrow.ts'
import { TooLargeError } from './too-large-error.ts'

/** The dimensions that the rows of a block have besides their day. */
export const blockDimensions = ['network', 'format', 'country'] as const

export type BlockDimension = (typeof blockDimensions)[number]

/** A dimension of a block's rows. Each of its values has a place in `codes`. */
export interface BlockAxis {
  /** The values that occur, in no order. */
  readonly codes: readonly number[]
  readonly labels: readonly string[]
  /** The place of each row's value; null when only one occurs. */
  readonly places: Uint8Array | Uint16Array | null
}

/** The figures of one app, or of all apps together, in some days: one row for each day, network, format and country. */
export interface Block {
  readonly rowCount: number
  readonly days: DaySpan
  /** Where the rows of each day begin, and where the last ones end. */
  readonly dayStarts: Uint32Array
  readonly axes: Readonly<Record<BlockDimension, BlockAxis>>
  /** The sums that the block was read with. */
  readonly sums: Readonly<Partial<Record<Sum, NarrowColumn>>>
  /** The memory that it takes, without its projections. */
  readonly bytes: number
  /** The same figures by fewer dimensions, see {@link project}; null for those that win little. */
  readonly projections: Map<string, Block | null>
}

/** Rows that are looked at at once: well below a millisecond. */
const rowsAtOnce = 20_000

/** Splits a block's days, so that each part has few rows or is one day. */
export function* partsOf({ days, dayStarts }: Block): Generator<DaySpan> {
  let { firstDay } = days
  for (let day = firstDay; day <= days.lastDay; day = addDays(day, 1)) {
    const next = dayStarts[day - days.firstDay + 2] ?? Number.POSITIVE_INFINITY
    if (next - dayStarts[firstDay - days.firstDay]! <= rowsAtOnce) continue
    yield { firstDay, lastDay: day }
    firstDay = addDays(day, 1)
  }
}

/** Whether all rows of a block may be looked at at once. */
export const isShort = ({ rowCount }: Block): boolean => rowCount <= rowsAtOnce

/** The memory that a block takes, with its projections. */
export function blockBytes({ bytes, projections }: Block): number {
  let all = bytes
  for (const projection of projections.values()) all += projection?.bytes ?? 0
  return all
}

/** Of more rows, each column has a turn of its own. */
const rowsPerTurn = 10_000
/** The bytes that a collected value takes, in an array that has room for more of them. */
const bytesPerValue = 16
/** The bytes that the objects of a block take besides its arrays, about. */
const objectBytes = 2_000

/** Collects the rows of some days, in any order, into a block. */
export class BlockBuilder {
  readonly #days: DaySpan
  readonly #wanted: readonly Sum[]
  readonly #use: MemoryUse | null
  readonly #day = new Growing()
  readonly #codes: Record<BlockDimension, Growing>
  readonly #labels: Record<BlockDimension, readonly string[]>
  readonly #sums: Partial<Record<Sum, Growing>>

  /**
   * @param wanted the sums of the rows
   * @param use counts the memory that the rows take until they are a block; null where they are few
   */
  constructor(days: DaySpan, wanted: readonly Sum[], use: MemoryUse | null) {
    this.#days = days
    this.#use = use
    this.#wanted = wanted
    this.#codes = { network: new Growing(), format: new Growing(), country: new Growing() }
    this.#labels = { network: [], format: [], country: [] }
    this.#sums = Object.fromEntries(wanted.map((sum) => [sum, new Growing()]))
  }

  /**
   * Adds some rows of a chunk, which are of the block's days. All rows lack the same dimensions, if any.
   *
   * @throws TooLargeError
   */
  add({ rowCount, dimensions, sums: columns }: ReportChunk, from = 0, to = rowCount): void {
    if (from === to) return
    const bytes = (to - from) * bytesPerValue * (1 + blockDimensions.length + this.#wanted.length)
    if (this.#use?.reserve(bytes) === false) throw new TooLargeError()
    this.#day.append(dimensions.day!.codes, from, to)
    for (const name of blockDimensions) {
      if (!dimensions[name]) continue
      const { codes, labels } = dimensions[name]
      this.#codes[name].append(codes, from, to)
      if (labels!.length > this.#labels[name].length) this.#labels[name] = labels!
    }
    for (const sum of this.#wanted) this.#sums[sum]!.append(columns[sum]!, from, to)
  }

  /** Puts the rows in order. The builder has none of them afterwards. */
  *build(): Steps<Block> {
    const { firstDay, lastDay } = this.#days
    const days = this.#day.values
    const dayStarts = new Uint32Array(lastDay - firstDay + 2)
    for (const day of days) dayStarts[day - firstDay + 1]!++
    for (let day = 1; day < dayStarts.length; day++) dayStarts[day]! += dayStarts[day - 1]!
    const next = dayStarts.slice()
    const order = new Uint32Array(days.length)
    for (let row = 0; row < days.length; row++) order[next[days[row]! - firstDay]!++] = row
    const axes = {
      network: this.#axis('network', order),
      format: this.#axis('format', order),
      country: this.#axis('country', order),
    }
    const columns = yield* this.#columns(order)
    const rowCount = days.length
    this.#release()
    const arrays = [
      ...Object.values(axes).map(({ places }) => places),
      ...Object.values(columns).map(({ values }) => values),
    ]
    const shared = new Set(arrays.filter((array) => array !== null))
    const bytes = [...shared].reduce((sum, { byteLength }) => sum + byteLength, 0)
    return {
      rowCount,
      days: this.#days,
      dayStarts,
      axes,
      sums: columns,
      bytes: bytes + dayStarts.byteLength + objectBytes,
      projections: new Map(),
    }
  }

  #release(): void {
    const all = [this.#day, ...Object.values(this.#codes), ...Object.values(this.#sums)]
    for (const growing of all) growing.release()
  }

  #axis(name: BlockDimension, order: Uint32Array): BlockAxis {
    const { values } = this.#codes[name]
    if (values.length === 0) return { codes: [], labels: [], places: null }
    const placeOf = new Map<number, number>()
    const places = new Uint16Array(order.length)
    for (let row = 0; row < order.length; row++) {
      const code = values[order[row]!]!
      let place = placeOf.get(code)
      if (place === undefined) {
        place = placeOf.size
        placeOf.set(code, place)
      }
      places[row] = place
    }
    const codes = [...placeOf.keys()]
    const labels = this.#labels[name]
    if (codes.length < 2) return { codes, labels, places: null }
    return { codes, labels, places: codes.length <= 256 ? new Uint8Array(places) : places }
  }

  /** Columns with equal values, such as counts of rows that are all known, share their memory. */
  *#columns(order: Uint32Array): Steps<Block['sums']> {
    const columns: Partial<Record<Sum, NarrowColumn>> = {}
    const sorted = new Float64Array(order.length)
    for (const sum of this.#wanted) {
      const { values, magnitude } = this.#sums[sum]!
      for (let row = 0; row < order.length; row++) sorted[row] = values[order[row]!]!
      const column = narrow(sorted, magnitude)
      columns[sum] = Object.values(columns).find((other) => areEqual(other, column)) ?? column
      if (order.length > rowsPerTurn) yield
    }
    return columns
  }
}

/** The days of a month. @param month its first day */
export function monthSpan(month: Day): DaySpan {
  // Not Date.UTC, which takes the years before 100 as those of the 20th century.
  const next = new Date(month * dayMs)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return { firstDay: month, lastDay: addDays(dayOf(next.getTime()), -1) }
}
