import type { Day } from '../values/day.ts'

/**
 * A rule of an account: from a day on, up to the day of its next rule, this source of users counts where it has an app's
 * day. Elsewhere the source counts that the account had first.
 */
export interface PrimarySource {
  readonly source: string
  readonly firstDay: Day
}

/**
 * Rules with another one, which replaces that of its day.
 *
 * @param source null removes the rule of the day
 * @returns the rules in the order of their days
 */
export function withPrimarySource(
  rules: readonly PrimarySource[],
  firstDay: Day,
  source: string | null,
): PrimarySource[] {
  const others = rules.filter((rule) => rule.firstDay !== firstDay)
  const all = source === null ? others : [...others, { source, firstDay }]
  return all.toSorted((a, b) => a.firstDay - b.firstDay)
}
