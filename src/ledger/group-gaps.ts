import { type DaySpan, formatDay } from '../values/day.ts'
import { atOnce, type Steps } from '../values/turns.ts'
import { type GapGrouping, type GapLabel, gapLabels } from './gap-labels.ts'
import type { Gap } from './reconcile.ts'

export interface LabelledGaps {
  readonly label: GapLabel
  readonly slices: number
  readonly gapMicros: bigint
}

/** Both reports over some slices. */
export interface GapSums {
  readonly slices: number
  /** Null when the figures have none of the slices. */
  readonly primaryMicros: bigint | null
  /** Null when the secondary report has none of them. */
  readonly secondaryMicros: bigint | null
  /** Secondary minus primary; a slice that one of them lacks counts with all that the other has. */
  readonly gapMicros: bigint
  /** By label, in the order of {@link gapLabels}, without labels that no slice has. */
  readonly labels: readonly LabelledGaps[]
}

export interface GapGroup extends GapSums {
  /** From the first to the last day with slices. */
  readonly days: DaySpan
  /** Null where the group is of any app. */
  readonly app: number | null
  /** Null where the group is of any network. */
  readonly network: string | null
}

/** Groups, the first of all that there are. */
export interface GroupedGaps {
  readonly groups: readonly GapGroup[]
  readonly count: number
}

/** Gaps that are worked on in one turn. */
const gapsPerTurn = 1_024

/** Adds up gaps. */
class GapAdder {
  #slices = 0
  #primaryMicros: bigint | null = null
  #secondaryMicros: bigint | null = null
  #gapMicros = 0n
  readonly #labels = new Map<GapLabel, { slices: number; gapMicros: bigint }>()

  add({ primary, secondary, gapMicros, label }: Gap): void {
    this.#slices++
    if (primary) this.#primaryMicros = (this.#primaryMicros ?? 0n) + primary.revenueMicros
    if (secondary) this.#secondaryMicros = (this.#secondaryMicros ?? 0n) + secondary.revenueMicros
    this.#gapMicros += gapMicros
    const labelled = this.#labels.get(label) ?? { slices: 0, gapMicros: 0n }
    this.#labels.set(label, labelled)
    labelled.slices++
    labelled.gapMicros += gapMicros
  }

  sums(): GapSums {
    return {
      slices: this.#slices,
      primaryMicros: this.#primaryMicros,
      secondaryMicros: this.#secondaryMicros,
      gapMicros: this.#gapMicros,
      labels: gapLabels.flatMap((label) => {
        const of = this.#labels.get(label)
        return of ? [{ label, ...of }] : []
      }),
    }
  }
}

export function* sumGaps(gaps: readonly Gap[]): Steps<GapSums> {
  const sum = new GapAdder()
  for (let place = 0; place < gaps.length; place++) {
    sum.add(gaps[place]!)
    if (place % gapsPerTurn === 0) yield
  }
  return sum.sums()
}

/** The value that the gaps of a group have in common. */
const keys: Readonly<Record<Exclude<GapGrouping, 'slice'>, (gap: Gap) => number | string>> = {
  month: ({ day }) => formatDay(day).slice(0, 7),
  day: ({ day }) => day,
  app_id: ({ app }) => app,
  network: ({ network }) => network,
}

/**
 * @param gaps by day
 * @param limit the most groups
 * @returns months and days in order; all others with the greatest gaps first
 */
export function* groupGaps(
  gaps: readonly Gap[],
  by: GapGrouping,
  limit: number,
): Steps<GroupedGaps> {
  if (by === 'slice') return largestSlices(gaps, limit)
  const keyOf = keys[by]
  const found = new Map<number | string, { first: Gap; last: Gap; sum: GapAdder }>()
  for (let place = 0; place < gaps.length; place++) {
    const gap = gaps[place]!
    const key = keyOf(gap)
    const group = found.get(key) ?? { first: gap, last: gap, sum: new GapAdder() }
    found.set(key, group)
    group.last = gap
    group.sum.add(gap)
    if (place % gapsPerTurn === 0) yield
  }
  const groups = [...found.values()].map(
    ({ first, last, sum }): GapGroup => ({
      days: { firstDay: first.day, lastDay: last.day },
      app: by === 'app_id' ? first.app : null,
      network: by === 'network' ? first.network : null,
      ...sum.sums(),
    }),
  )
  const isInOrder = by === 'month' || by === 'day'
  const sorted = isInOrder ? groups : groups.sort((a, b) => sizeOf(b) - sizeOf(a))
  return { groups: sorted.slice(0, limit), count: groups.length }
}

function largestSlices(gaps: readonly Gap[], limit: number): GroupedGaps {
  const largest = gaps.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, limit)
  const groups = largest.map((gap): GapGroup => {
    const { day, app, network } = gap
    return { days: { firstDay: day, lastDay: day }, app, network, ...atOnce(sumGaps([gap])) }
  })
  return { groups, count: gaps.length }
}

/** As good as exact, for sorting. */
const sizeOf = ({ gapMicros }: Pick<GapSums, 'gapMicros'>): number => Math.abs(Number(gapMicros))
