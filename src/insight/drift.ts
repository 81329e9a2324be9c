import type { Day } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import type { RestatedDay } from './restatements.ts'

/** The ages that drift is computed for, in days. */
const driftAges = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90] as const

/** How far a network's days had drifted from their first reports at some age. */
export interface Drift {
  readonly ageDays: number
  /** The days that were reported by then and are older now. */
  readonly days: number
  /** First reports up to the age. */
  readonly firstMicros: bigint
  /** Restatements up to the age. */
  readonly restatedMicros: bigint
}

/** A network's restatements over some days. */
export interface NetworkDrift {
  readonly network: string
  /** Days that it reported. */
  readonly days: number
  /** Days that it restated. */
  readonly restatedDays: number
  readonly firstMicros: bigint
  readonly restatedMicros: bigint
  /** Days on which a report of one source replaced figures of another, which is no restatement. */
  readonly replacedDays: number
  /** By reports of another source, undos, the imports that they withdrew, deletions and merges. */
  readonly otherMicros: bigint
  /** The sum of the three; null without figures now. */
  readonly nowMicros: bigint | null
  /** The greatest age at which it restated a day; null without restatements. */
  readonly lastAgeDays: number | null
  /** By age, without ages that no day has reached. */
  readonly drifts: readonly Drift[]
}

/** @param today days of it are not over @returns sorted by network; without networks that no import reported */
export function* driftOf(days: readonly RestatedDay[], today: Day): Steps<NetworkDrift[]> {
  const reported = days.filter(({ steps }) => steps.length > 0)
  const found: NetworkDrift[] = []
  for (const [network, of] of Map.groupBy(reported, ({ network }) => network)) {
    const ages = of.flatMap((one) => lastRestatement(one)?.ageDays ?? [])
    const known = of.flatMap(({ now }) => now?.revenueMicros ?? [])
    const drifts: Drift[] = []
    for (const age of driftAges) {
      const drift = driftAt(of, age, today)
      if (drift.days > 0) drifts.push(drift)
      yield
    }
    found.push({
      network,
      days: of.length,
      restatedDays: ages.length,
      replacedDays: of.filter(({ steps }) => steps.some(({ replaced }) => replaced !== null))
        .length,
      firstMicros: sum(of.map(({ first }) => first.revenueMicros)),
      restatedMicros: sum(of.map(({ restated }) => restated.revenueMicros)),
      otherMicros: sum(of.map(({ other }) => other.revenueMicros)),
      nowMicros: known.length === 0 ? null : sum(known),
      lastAgeDays: ages.reduce<number | null>((last, age) => Math.max(last ?? age, age), null),
      drifts,
    })
  }
  return found.sort((a, b) => (a.network < b.network ? -1 : 1))
}

/** The last import that restated a day; null when none did. */
const lastRestatement = ({ steps }: RestatedDay) =>
  steps.findLast(({ restated }) => restated !== null) ?? null

export const isRestated = (day: RestatedDay): boolean => lastRestatement(day) !== null

function driftAt(days: readonly RestatedDay[], ageDays: number, today: Day): Drift {
  let [count, firstMicros, restatedMicros] = [0, 0n, 0n]
  for (const { day, steps } of days) {
    // While a day has an age, it may still be restated at that age.
    if (today - day <= ageDays) continue
    const until = steps.filter((step) => step.ageDays <= ageDays)
    if (until.length === 0) continue
    count++
    firstMicros += sum(until.map(({ first }) => first.revenueMicros))
    restatedMicros += sum(until.map(({ restated }) => restated?.revenueMicros ?? 0n))
  }
  return { ageDays, days: count, firstMicros, restatedMicros }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
