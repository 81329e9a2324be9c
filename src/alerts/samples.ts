import { type Amounts, noAmounts, plus } from '../insight/amounts.ts'
import { median } from '../insight/spread.ts'
import { addDays, type Day } from '../values/day.ts'
import { amountsOf, type Looked, minWeeks, type Subject, sumOf, weekBefore } from './looked.ts'
import type { SubjectName } from './rule.ts'

/** A subject's day, and the same weekdays before it when they were as old. */
export interface Sample {
  readonly subject: Subject
  readonly day: Day
  readonly amounts: Amounts
  /** One or more than {@link minWeeks} of them. */
  readonly before: readonly Amounts[]
}

/** Younger days than this are judged; older ones were. */
const judgedDays = 3
/** The total is judged once networks with this share of its usual revenue have reported. */
const leastShare = 0.8

/**
 * The latest day of each subject that can be compared, with the days to compare it to. Only networks count that
 * reported the day now, and the compared days at the same age: what is not there yet is no drop.
 */
export function samplesOf(looked: Looked, names: readonly SubjectName[]): Sample[] {
  const found = new Map<string, Sample>()
  for (let age = 1; age <= judgedDays; age++) {
    const day = addDays(looked.today, -age)
    const networks = comparableNetworks(looked, day)
    if (networks.length === 0) continue
    for (const subject of subjectsOn(looked, day, networks, names)) {
      const name = `${subject.of} ${subject.key}`
      if (found.has(name)) continue
      const sample = sampleOf(looked, subject, day, networks)
      if (sample) found.set(name, sample)
    }
  }
  return [...found.values()]
}

/** The networks that reported a day, and enough of the same weekdays at the same age. */
const comparableNetworks = ({ now, weeks }: Looked, day: Day): string[] =>
  [...now.keys()].filter((network) => {
    const known = weeks.filter((figures, place) =>
      figures?.get(network)?.has(weekBefore(day, place + 1)),
    )
    return now.get(network)!.has(day) && known.length >= minWeeks
  })

function subjectsOn(
  { now, weeks }: Looked,
  day: Day,
  networks: readonly string[],
  names: readonly SubjectName[],
): Subject[] {
  const cells = networks.flatMap((network) => [
    now.get(network)!.get(day)!,
    ...weeks.flatMap(
      (figures, place) => figures?.get(network)?.get(weekBefore(day, place + 1)) ?? [],
    ),
  ])
  const keysOf = {
    total: () => [null],
    network: () => networks,
    app_id: () => new Set(cells.flatMap(({ apps }) => [...apps.keys()])),
    country: () => new Set(cells.flatMap(({ countries }) => [...countries.keys()])),
  }
  return names.flatMap((of) => [...keysOf[of]()].map((key) => ({ of, key })))
}

function sampleOf(
  looked: Looked,
  subject: Subject,
  day: Day,
  comparable: readonly string[],
): Sample | null {
  const networks = subject.of === 'network' ? [subject.key as string] : comparable
  const amounts = sumOf(subject, networks, looked.now, day)
  const before = looked.weeks.flatMap(
    (figures, place) => sumOf(subject, networks, figures, weekBefore(day, place + 1)) ?? [],
  )
  if (amounts === null || before.length < minWeeks) return null
  if (subject.of === 'total' && !isMostOf(before, usualOf(looked, day))) return null
  return { subject, day, amounts, before }
}

const isMostOf = (before: readonly Amounts[], usual: number): boolean =>
  median(before.map(({ revenueMicros }) => Number(revenueMicros))) >= leastShare * usual

/** What the account usually earned on a weekday, of all networks that had reported at the same age; 0 where nothing is known. */
export function usualOf({ weeks }: Pick<Looked, 'weeks'>, day: Day): number {
  const sums = weeks.flatMap((figures, place) => {
    if (figures === null) return []
    const at = weekBefore(day, place + 1)
    const ofDay = [...figures].flatMap(([network, days]) => {
      const found = days.get(at)
      return found ? [amountsOf({ of: 'total', key: null }, network, found)] : []
    })
    return ofDay.length === 0 ? [] : [Number(ofDay.reduce(plus, noAmounts).revenueMicros)]
  })
  return sums.length === 0 ? 0 : median(sums)
}
