import { periodOf, timeOf } from '../../reporting/periods.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import type { BlockDimension } from './block.ts'

/** The values of a dimension, in the order of the rows. */
export interface AxisValues {
  readonly codes: readonly number[]
  /** Names by code; null for time and apps. */
  readonly labels: readonly string[] | null
}

/** A dimension of an answer with all values that its rows may have. */
export interface Axis extends AxisValues {
  readonly dimension: Dimension
  /** How far apart the groups of two neighbouring values are. */
  readonly stride: number
}

/** Some days that are one period of an answer, or part of one. */
export interface Period extends DaySpan {
  /** The number that the period adds to the numbers of its groups. */
  readonly place: number
  /** The networks whose rows count on these days; null for all. */
  readonly networks: ReadonlySet<string> | null
}

/** Where the groups of an app, a network, a format or a country are not part of an answer. */
export const outside = -1

/**
 * All groups that an answer may have: the combinations of its dimensions' values. A group's number is the
 * sum of the places of its values. Groups are numbered in the order of the rows.
 */
export class GroupSpace {
  readonly axes: readonly Axis[]
  readonly size: number
  /** The periods of the days, in their order; one of all days where rows have no time. */
  readonly periods: readonly Period[]
  readonly #appGroups: ReportPlan['appGroups']
  readonly #places = new Map<Dimension, ReadonlyMap<number, number> | null>()

  /**
   * @param valuesOf the values of a dimension that is none of time, `appName` and `platform`
   */
  constructor(
    { appGroups }: Pick<ReportPlan, 'appGroups'>,
    dimensions: readonly Dimension[],
    days: DaySpan,
    valuesOf: (dimension: 'app' | BlockDimension) => AxisValues,
  ) {
    this.#appGroups = appGroups
    const time = timeOf(dimensions)
    const spans = time ? spansOf(time, days) : [days]
    let size = 1
    const axes: Axis[] = []
    for (const dimension of [...dimensions].reverse()) {
      const values = (): AxisValues => {
        if (dimension === time) {
          return { codes: spans.map(({ firstDay }) => periodOf(time, firstDay)), labels: null }
        }
        if (dimension === 'appName' || dimension === 'platform') {
          const { labels } = appGroups![dimension]!
          return { codes: labels.map((_, code) => code), labels }
        }
        return valuesOf(dimension as 'app' | BlockDimension)
      }
      const axis = { dimension, ...values(), stride: size }
      axes.unshift(axis)
      size *= axis.codes.length
    }
    this.axes = axes
    this.size = size
    const stride = axes.find(({ dimension }) => dimension === time)?.stride ?? 0
    this.periods = spans.map((span, place) => ({ ...span, place: place * stride, networks: null }))
  }

  /** The values of a group's dimensions. */
  codesAt(group: number): Partial<Record<Dimension, number>> {
    return Object.fromEntries(
      this.axes.map(({ dimension, codes, stride }) => [
        dimension,
        codes[Math.floor(group / stride) % codes.length],
      ]),
    )
  }

  /** The number that an app adds to those of its groups; {@link outside} where its rows are not covered. */
  placeOfApp(): (app: number) => number {
    const own = this.#placesOf('app')
    const groups = (['appName', 'platform'] as const).flatMap((dimension) => {
      const group = this.#appGroups?.[dimension]
      const places = this.#placesOf(dimension)
      return group && places ? [{ codes: group.codes, places }] : []
    })
    return (app) => {
      let place = own ? (own.get(app) ?? outside) : 0
      for (const { codes, places } of groups) {
        const code = codes.get(app)
        if (code === undefined || place === outside) return outside
        place += places.get(code)!
      }
      return place
    }
  }

  /** The number that each of some values adds to those of its groups. */
  placesOf(dimension: BlockDimension, codes: readonly number[]): readonly number[] {
    const places = this.#placesOf(dimension)
    return codes.map((code) => (places ? (places.get(code) ?? outside) : 0))
  }

  #placesOf(dimension: Dimension): ReadonlyMap<number, number> | null {
    const known = this.#places.get(dimension)
    if (known !== undefined) return known
    const axis = this.axes.find((one) => one.dimension === dimension)
    const places = axis
      ? new Map(axis.codes.map((code, place) => [code, place * axis.stride] as const))
      : null
    this.#places.set(dimension, places)
    return places
  }
}

/** The days of a range in each of its periods. */
function spansOf(time: 'day' | 'week' | 'month', { firstDay, lastDay }: DaySpan): DaySpan[] {
  const spans: { firstDay: Day; lastDay: Day }[] = []
  let current: Day | null = null
  for (let day = firstDay; day <= lastDay; day++) {
    const period = periodOf(time, day)
    if (period === current) spans.at(-1)!.lastDay = day
    else spans.push({ firstDay: day, lastDay: day })
    current = period
  }
  return spans
}
