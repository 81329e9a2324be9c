import type { Sum, Sums } from '../../reporting/metrics.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { DimensionColumn, ReportChunk } from '../../reporting/report-store.ts'
import type { Axis, GroupSpace, Period } from './group-space.ts'

/**
 * The memory that the groups of an answer take.
 *
 * @param size how many groups there may be
 */
export const bytesOfGroups = (size: number, sums: readonly Sum[]): number =>
  (size + 1) * (1 + Float64Array.BYTES_PER_ELEMENT * sums.length)

/** The sums of all groups of an answer, by the groups' numbers. */
export class Groups {
  readonly space: GroupSpace
  readonly sums: readonly Sum[]
  /** The days whose rows are added, one after another. */
  readonly periods: readonly Period[]
  /** For each sum, its value in each group. One more group takes what is not part of the answer. */
  readonly totals: readonly Float64Array[]
  /** Which groups have stored rows. */
  readonly present: Uint8Array

  constructor(space: GroupSpace, sums: readonly Sum[], periods = space.periods) {
    this.space = space
    this.sums = sums
    this.periods = periods
    this.present = new Uint8Array(space.size + 1)
    this.totals = sums.map(() => new Float64Array(space.size + 1))
  }

  /** The numbers of the groups that are rows, in their order. */
  rows(): Int32Array {
    return rowsOf(this.space, this.present)
  }

  sumsAt(group: number): Sums {
    const sums: Sums = {}
    for (const [place, sum] of this.sums.entries()) sums[sum] = this.totals[place]![group]!
    return sums
  }

  /** Some groups as columns, in the given order. */
  chunk(rows: Int32Array): ReportChunk {
    const dimensions: Partial<Record<Dimension, DimensionColumn>> = {}
    for (const axis of this.space.axes) {
      dimensions[axis.dimension] = { codes: codesOf(axis, rows), labels: axis.labels }
    }
    return { rowCount: rows.length, dimensions, sums: this.columns(rows) }
  }

  /** The sums of some groups. */
  columns(rows: Int32Array): ReportChunk['sums'] {
    const columns = this.sums.map((sum, place) => [sum, valuesOf(this.totals[place]!, rows)])
    return Object.fromEntries(columns)
  }
}

/** The numbers of the groups that are rows. Without dimensions there is always one. */
export const rowsOf = ({ axes }: GroupSpace, present: Uint8Array): Int32Array =>
  axes.length === 0 ? Int32Array.of(0) : presentIn(present)

/** The numbers of the groups that are present, in their order. The last one is not part of an answer. */
export function presentIn(present: Uint8Array): Int32Array {
  const size = present.length - 1
  let count = 0
  for (let group = 0; group < size; group++) count += present[group]!
  const rows = new Int32Array(count)
  let row = 0
  for (let group = 0; row < count; group++) {
    rows[row] = group
    row += present[group]!
  }
  return rows
}

/** The values of a dimension. Neighbouring groups often have the same one. */
function codesOf({ dimension, labels, codes, stride }: Axis, rows: Int32Array) {
  const isTime = labels === null && dimension !== 'app'
  const values = isTime ? new Int32Array(rows.length) : new Uint32Array(rows.length)
  let from = 0
  let until = 0
  let code = 0
  for (let row = 0; row < rows.length; row++) {
    const group = rows[row]!
    if (group < from || group >= until) {
      const place = (group / stride) | 0
      from = place * stride
      until = from + stride
      code = codes[place % codes.length]!
    }
    values[row] = code
  }
  return values
}

function valuesOf(totals: Float64Array, rows: Int32Array): Float64Array {
  const values = new Float64Array(rows.length)
  for (let row = 0; row < rows.length; row++) values[row] = totals[rows[row]!]!
  return values
}
