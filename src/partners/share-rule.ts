import type { Day } from '../values/day.ts'
import { formatDecimal, formatMicros } from '../values/decimal.ts'

/** What a partner gets of figures. */
export type ShareTerms =
  | {
      readonly kind: 'percent'
      /** Of revenue, in {@link percentPlaces} decimal places: 700,000 are 70 %. From 0 to 100 %. */
      readonly percentUnits: number
      /** The least that a thousand impressions bring, in micros; null for none. */
      readonly floorEcpmMicros: bigint | null
    }
  | {
      readonly kind: 'ecpm'
      /** For a thousand impressions, whatever they earned, in micros. */
      readonly ecpmMicros: bigint
    }

export const percentPlaces = 4
export const hundredPercent = 100 * 10 ** percentPlaces

/** The labels that rules may have conditions on. `app` is the key of the network's app. */
export interface ShareConditions {
  readonly app: number | null
  readonly network: string | null
  readonly country: string | null
  readonly format: string | null
}

/** The days of a rule; null for no bound. */
export interface RuleDays {
  readonly firstDay: Day | null
  readonly lastDay: Day | null
}

/** The share of a partner under some conditions. Rules never change: a change ends one and adds another. */
export interface ShareRule extends ShareConditions, RuleDays {
  /** Of the network's account, from 1. */
  readonly number: number
  readonly partnerId: number
  readonly terms: ShareTerms
  /** The version of the network's rules that it came with, and the one that it ended with; null while it holds. */
  readonly addedIn: number
  readonly endedIn: number | null
  readonly reason: string | null
}

const labels = ['app', 'network', 'country', 'format'] as const satisfies (keyof ShareConditions)[]

/** How specific a rule is. */
const conditionCount = (rule: ShareConditions): number =>
  labels.filter((label) => rule[label] !== null).length

/** The rules of a version, the most specific ones first. @param version null for those that hold now */
export function rulesOf<Rule extends ShareRule>(
  rules: readonly Rule[],
  version: number | null,
): Rule[] {
  const holds = ({ addedIn, endedIn }: ShareRule) =>
    version === null
      ? endedIn === null
      : addedIn <= version && !(endedIn !== null && endedIn <= version)
  return rules
    .filter(holds)
    .toSorted(
      (one, other) => conditionCount(other) - conditionCount(one) || one.number - other.number,
    )
}

/** Whether a day is one of a rule's, or of an app's with its partner. */
export const isOnDay = ({ firstDay, lastDay }: RuleDays, day: Day): boolean =>
  (firstDay === null || firstDay <= day) && (lastDay === null || day <= lastDay)

/** The rule of a row: the first of {@link rulesOf} that it meets; null without one. */
export const ruleFor = (
  rules: readonly ShareRule[],
  row: { readonly [Label in keyof ShareConditions]: NonNullable<ShareConditions[Label]> },
  day: Day,
): ShareRule | null =>
  rules.find(
    (rule) =>
      isOnDay(rule, day) &&
      labels.every((label) => rule[label] === null || rule[label] === row[label]),
  ) ?? null

export const hasSameConditions = (one: ShareConditions, other: ShareConditions): boolean =>
  labels.every((label) => one[label] === other[label])

/** The days that both have; null for none. */
export function commonDays(one: RuleDays, other: RuleDays): RuleDays | null {
  const firstDay = latest(one.firstDay, other.firstDay)
  const lastDay = earliest(one.lastDay, other.lastDay)
  return firstDay !== null && lastDay !== null && lastDay < firstDay ? null : { firstDay, lastDay }
}

/**
 * Two rules of which neither is more specific, for a row and a day that both meet; null for none. A third rule with the
 * conditions of both, on all days that they share, decides.
 *
 * @param rules of one partner, all of one version
 */
export function findTie<Rule extends ShareRule>(rules: readonly Rule[]): [Rule, Rule] | null {
  for (const [place, one] of rules.entries()) {
    for (const other of rules.slice(place + 1)) {
      if (conditionCount(one) !== conditionCount(other) || !mayMeet(one, other)) continue
      const days = commonDays(one, other)
      if (days === null) continue
      const both = bothConditions(one, other)
      const decides = (third: Rule) =>
        conditionCount(third) > conditionCount(one) &&
        hasSameConditions(third, both) &&
        isWithin(days, third)
      if (!rules.some(decides)) return [one, other]
    }
  }
  return null
}

const mayMeet = (one: ShareConditions, other: ShareConditions): boolean =>
  labels.every(
    (label) => one[label] === null || other[label] === null || one[label] === other[label],
  )

const bothConditions = (one: ShareConditions, other: ShareConditions): ShareConditions => ({
  app: one.app ?? other.app,
  network: one.network ?? other.network,
  country: one.country ?? other.country,
  format: one.format ?? other.format,
})

const isWithin = (days: RuleDays, { firstDay, lastDay }: RuleDays): boolean =>
  (firstDay === null || (days.firstDay !== null && firstDay <= days.firstDay)) &&
  (lastDay === null || (days.lastDay !== null && days.lastDay <= lastDay))

const latest = (one: Day | null, other: Day | null): Day | null =>
  one === null || other === null ? (one ?? other) : one > other ? one : other

const earliest = (one: Day | null, other: Day | null): Day | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

/** Writes terms for people: `70 %`, `eCPM 2.5`, or `70 %, eCPM at least 2.5`. */
export function termsText(terms: ShareTerms): string {
  if (terms.kind === 'ecpm') return `eCPM ${formatMicros(terms.ecpmMicros)}`
  const percent = `${formatDecimal({ units: terms.percentUnits, places: percentPlaces })} %`
  return terms.floorEcpmMicros === null
    ? percent
    : `${percent}, eCPM at least ${formatMicros(terms.floorEcpmMicros)}`
}
