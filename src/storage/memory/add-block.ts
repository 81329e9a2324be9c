import type { DaySpan } from '../../values/day.ts'
import type { Block, BlockDimension } from './block.ts'
import { outside, type Period } from './group-space.ts'
import type { Groups } from './groups.ts'
import type { Narrow } from './narrow.ts'

/** Says which values of a dimension an answer has. */
export type Accepts = (
  dimension: BlockDimension,
  code: number,
  labels: readonly string[],
) => boolean

/** The group of each row that is being added. */
let groupOfRow = new Int32Array(8_192)
/** Places of the only value of a dimension. */
let zeros = new Uint8Array(8_192)
/** More than any group's number, also when several are added. */
const refused = 2 ** 28

/**
 * Adds the rows of some days of a block to their groups.
 *
 * @param part some of the block's days
 * @param appPlace what the block's app adds to the numbers of its groups
 * @param accepts null when all rows are accepted
 * @returns how many rows were looked at
 */
export function addBlock(
  groups: Groups,
  block: Block,
  part: DaySpan,
  appPlace: number,
  accepts: Accepts | null,
): number {
  const { periods } = groups
  const { days, dayStarts } = block
  const first = Math.max(periods[0]!.firstDay, part.firstDay)
  const last = Math.min(periods.at(-1)!.lastDay, part.lastDay)
  if (first > last) return 0
  const start = dayStarts[first - days.firstDay]!
  const end = dayStarts[last - days.firstDay + 1]!
  if (start === end) return 0
  if (groupOfRow.length < end - start) groupOfRow = new Int32Array(2 * (end - start))
  if (zeros.length < end) zeros = new Uint8Array(2 * end)
  const [network, format, country] = (['network', 'format', 'country'] as const).map(
    (dimension) => ({
      places: block.axes[dimension].places ?? zeros,
      added: addedBy(dimension, groups, block, accepts),
    }),
  )
  for (const period of periods) {
    const { firstDay, lastDay, place } = period
    if (lastDay < first || firstDay > last) continue
    findGroups(
      groups,
      dayStarts[Math.max(firstDay, first) - days.firstDay]!,
      dayStarts[Math.min(lastDay, last) - days.firstDay + 1]!,
      start,
      appPlace + place,
      onlyCounted(network!, block, period),
      format!,
      country!,
    )
  }
  for (const [place, sum] of groups.sums.entries()) {
    const { values, constant } = block.sums[sum]!
    const totals = groups.totals[place]!
    if (values !== null) addValues(totals, groupOfRow, values, start, end)
    else if (constant !== 0) addConstants(totals, groupOfRow, end - start, constant)
  }
  return end - start
}

/** The number that each value of a dimension adds to the number of a group. */
function addedBy(
  dimension: BlockDimension,
  { space }: Groups,
  block: Block,
  accepts: Accepts | null,
): Int32Array {
  const { codes, labels } = block.axes[dimension]
  const added = new Int32Array(Math.max(codes.length, 1))
  for (const [value, place] of space.placesOf(dimension, codes).entries()) {
    const isRefused = place === outside || (accepts && !accepts(dimension, codes[value]!, labels))
    added[value] = isRefused ? refused : place
  }
  return added
}

/** Refuses the rows of networks that do not count in a period. */
function onlyCounted(
  { places, added }: AddedPlaces,
  block: Block,
  { networks }: Period,
): AddedPlaces {
  if (networks === null) return { places, added }
  const { codes, labels } = block.axes.network
  return {
    places,
    added: added.map((place, value) => (networks.has(labels[codes[value]!]!) ? place : refused)),
  }
}

interface AddedPlaces {
  readonly places: Uint8Array | Uint16Array
  readonly added: Int32Array
}

/** Finds the groups of rows of one period. Rows that are not part of the answer go behind the last group. */
function findGroups(
  { space: { size }, present }: Groups,
  from: number,
  to: number,
  start: number,
  place: number,
  network: AddedPlaces,
  format: AddedPlaces,
  country: AddedPlaces,
): void {
  const rows = groupOfRow
  const { places: networks, added: ofNetwork } = network
  const { places: formats, added: ofFormat } = format
  const { places: countries, added: ofCountry } = country
  for (let row = from; row < to; row++) {
    const sum =
      place + ofNetwork[networks[row]!]! + ofFormat[formats[row]!]! + ofCountry[countries[row]!]!
    const group = sum < size ? sum : size
    rows[row - start] = group
    present[group] = 1
  }
}

function addValues(
  totals: Float64Array,
  rows: Int32Array,
  values: Narrow,
  start: number,
  end: number,
): void {
  for (let row = start; row < end; row++) totals[rows[row - start]!]! += values[row]!
}

function addConstants(
  totals: Float64Array,
  rows: Int32Array,
  count: number,
  constant: number,
): void {
  for (let row = 0; row < count; row++) totals[rows[row]!]! += constant
}
