import { type CountedSum, countedSums } from '../../reporting/metrics.ts'
import type { Groups } from './groups.ts'

/**
 * The slices of one app and network: their sums from the first day up to each day. The sums of any range
 * are the difference of two of them.
 */
export interface SliceSeries {
  readonly network: number
  readonly firstDay: number
  readonly lastDay: number
  /** In the order of {@link countedSums}; null for a sum that is 0 on every day. */
  readonly sums: readonly (Float64Array | null)[]
  /** How many days have a slice, up to each day. */
  readonly slices: Uint32Array
}

/** The slices of one app, or of all apps together. */
export interface AppSlices {
  readonly networks: readonly SliceSeries[]
  /** Of all networks together; its `network` is meaningless. */
  readonly all: SliceSeries
}

interface Days {
  readonly firstDay: number
  readonly lastDay: number
}

const firstDayOf = (some: readonly Days[]): number =>
  some.reduce((day, one) => Math.min(day, one.firstDay), Number.POSITIVE_INFINITY)

const lastDayOf = (some: readonly Days[]): number =>
  some.reduce((day, one) => Math.max(day, one.lastDay), Number.NEGATIVE_INFINITY)

/** Longer series take long to add up. Days in two millennia are typing errors. */
export const maxDays = 40_000

/** How many days the sum of some series has; 0 for none. */
export const daysOfAll = (some: readonly Days[]): number =>
  some.length === 0 ? 0 : lastDayOf(some) - firstDayOf(some) + 1

/** Adds up some series. @param series not empty @param network of the sum */
export function together(series: readonly SliceSeries[], network = 0): SliceSeries {
  const [firstDay, lastDay] = [firstDayOf(series), lastDayOf(series)]
  const length = lastDay - firstDay + 1
  const addTo = <Values extends Uint32Array | Float64Array>(
    values: Values,
    of: (one: SliceSeries) => Uint32Array | Float64Array | null,
  ): Values => {
    for (const one of series) {
      const added = of(one)
      if (!added) continue
      const before = one.firstDay - firstDay
      for (let place = 0; place < added.length; place++) values[before + place]! += added[place]!
      const last = added.at(-1)!
      for (let place = before + added.length; place < length; place++) values[place]! += last
    }
    return values
  }
  const sums = countedSums.map((_, sum) =>
    series.every((one) => one.sums[sum] === null)
      ? null
      : addTo(new Float64Array(length), (one) => one.sums[sum]!),
  )
  const slices = addTo(new Uint32Array(length), (one) => one.slices)
  return { network, firstDay, lastDay, sums, slices }
}

/** The bytes that the objects of a series take besides its arrays, about. */
export const bytesPerSeries = 500

/** The memory that a series takes. */
export const seriesBytes = ({ sums, slices }: SliceSeries): number =>
  sums.reduce((bytes, values) => bytes + (values?.byteLength ?? 0), 0) +
  slices.byteLength +
  bytesPerSeries

/** How many of some days have a slice. */
export function countSlices({ firstDay, lastDay, slices }: SliceSeries, days: Days): number {
  if (days.lastDay < firstDay || days.firstDay > lastDay) return 0
  const before = days.firstDay - firstDay - 1
  const until = Math.min(days.lastDay, lastDay) - firstDay
  return slices[until]! - (before < 0 ? 0 : slices[before]!)
}

/**
 * Adds the slices of a series to their groups.
 *
 * @param place what the series' app and network add to the numbers of its groups
 * @param network its name; null where all networks count on all days
 */
export function addSeries(
  groups: Groups,
  series: SliceSeries,
  place: number,
  network: string | null,
): void {
  const { firstDay, lastDay } = series
  const columns = groups.sums.map((sum) => series.sums[countedSums.indexOf(sum as CountedSum)]!)
  for (const period of groups.periods) {
    if (network !== null && period.networks?.has(network) === false) continue
    if (countSlices(series, period) === 0) continue
    const before = period.firstDay - firstDay - 1
    const until = Math.min(period.lastDay, lastDay) - firstDay
    const group = place + period.place
    groups.present[group] = 1
    for (let sum = 0; sum < columns.length; sum++) {
      const totals = columns[sum]
      if (!totals) continue
      groups.totals[sum]![group]! += totals[until]! - (before < 0 ? 0 : totals[before]!)
    }
  }
}
