import type { Amounts } from '../insight/amounts.ts'
import { median } from '../insight/spread.ts'
import { addDays, type Day } from '../values/day.ts'
import {
  amountsOf,
  type Looked,
  minWeeks,
  type Subject,
  sumOf,
  weekBefore,
  weeksBack,
} from './looked.ts'
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
/** A day is judged once networks with this share of its usual revenue have reported, so that a cause is told as a whole. */
const leastShare = 0.8

/**
 * The latest day of each subject that can be compared, with the days to compare it to. Only networks count that
 * reported the day now, and the compared days at the same age: what is not there yet is no drop. After a day, the
 * networks that are there are judged without the others.
 */
export function samplesOf(looked: Looked, names: readonly SubjectName[]): Sample[] {
  const found = new Map<string, Sample>()
  for (let age = 1; age <= judgedDays; age++) {
    const day = addDays(looked.today, -age)
    const networks = comparableNetworks(looked, day)
    if (networks.length === 0 || (age === 1 && !areMost(looked, day, networks))) continue
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
  if (subject.of === 'total' && !areMost(looked, day, comparable)) return null
  return { subject, day, amounts, before }
}

/** Whether networks earn most of what the account earns. */
function areMost(looked: Looked, day: Day, networks: readonly string[]): boolean {
  const before = looked.weeks.flatMap(
    (figures, place) => sumOf(total, networks, figures, weekBefore(day, place + 1)) ?? [],
  )
  if (before.length === 0) return false
  const usual = median(before.map(({ revenueMicros }) => Number(revenueMicros)))
  return usual >= leastShare * usualOf(looked, day)
}

const total: Subject = { of: 'total', key: null }

/** What the account earned on the same weekdays before, as is known now; 0 where nothing is. */
export function usualOf({ now }: Pick<Looked, 'now'>, day: Day): number {
  const sums = Array.from({ length: weeksBack }, (_, week) => weekBefore(day, week + 1)).map((at) =>
    [...now].reduce((sum, [network, days]) => {
      const found = days.get(at)
      return found ? sum + Number(amountsOf(total, network, found).revenueMicros) : sum
    }, 0),
  )
  const known = sums.filter((sum) => sum > 0)
  return known.length === 0 ? 0 : median(known)
}
