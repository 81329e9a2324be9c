import type { Finding } from '../../alerts/finding.ts'
import type { Subject } from '../../alerts/looked.ts'
import type { RuleKind } from '../../alerts/rule.ts'
import { formatDay } from '../../values/day.ts'
import { divideToPlaces, formatDecimal } from '../../values/decimal.ts'

/** What an alert is about, in words of a person. */
export interface AlertWords {
  /** One line. */
  readonly title: string
  /** A sentence or two. */
  readonly text: string
}

/** @param nameOf the name of a subject, such as that of an app */
export function describeAlert(
  kind: RuleKind,
  finding: Finding,
  currency: string,
  nameOf: (subject: Subject) => string,
): AlertWords {
  const { subject, days, revenueMicros, expectedMicros } = finding
  const name = nameOf(subject)
  const when = spanText(finding)
  const money = (micros: bigint | null) =>
    micros === null
      ? 'an unknown amount'
      : `${formatDecimal(divideToPlaces(micros, 1_000_000n, 2))} ${currency}`
  if (kind === 'missing_report') {
    const title = `${name} has not reported ${when}`
    return { title, text: 'By this time it usually has. What is missing is no drop of revenue.' }
  }
  if (kind === 'revenue_drop') {
    const also = finding.also.map(nameOf)
    const others = also.length > 0 ? ` The same money is missing in: ${also.join(', ')}.` : ''
    return {
      title: `Revenue of ${name} on ${when} is ${offText(revenueMicros, expectedMicros)} than usual`,
      text: `${money(revenueMicros)} instead of ${money(expectedMicros)}, the median of the same weekdays when they were as old.${others}`,
    }
  }
  if (kind === 'ecpm') {
    const { ecpmMicros, expectedEcpmMicros } = finding
    return {
      title: `eCPM of ${name} on ${when} is ${offText(ecpmMicros, expectedEcpmMicros)} than usual`,
      text: `${money(ecpmMicros)} instead of ${money(expectedEcpmMicros)}, the median of the same weekdays when they were as old, with the change that other networks saw. Revenue is ${money(revenueMicros)} instead of ${money(expectedMicros)}.`,
    }
  }
  if (kind === 'restated') {
    const count = days.length === 1 ? 'a day' : `${days.length} days`
    return {
      title: `${name} restated ${count}: revenue is ${offText(revenueMicros, expectedMicros)} than before`,
      text: `${when}: ${money(revenueMicros)} instead of ${money(expectedMicros)} a day before.`,
    }
  }
  if (kind === 'target') {
    const isOver = revenueMicros === expectedMicros
    const goal = `the goal of ${money(finding.goalMicros ?? null)} in ${formatDay(days[0]!).slice(0, 7)}`
    return {
      title: `Revenue of ${name} ${isOver ? 'missed' : 'is expected to miss'} ${goal}`,
      text: isOver
        ? `All of the month is reported: ${money(revenueMicros)}.`
        : `The forecast is ${money(expectedMicros)}; ${money(revenueMicros)} of it are reported. Even the upper end of its 80 % range is below the goal.`,
    }
  }
  return stateWords[kind](name, when)
}

/** Why an alert ended, after its title. */
export const endText = (kind: RuleKind): string =>
  kind === 'target'
    ? 'the forecast reaches the goal, or the month is over.'
    : 'this is not so any more.'

const stateWords = {
  pull_refused: (name: string) => ({
    title: `The network refuses the credentials of the connection ${name}`,
    text: 'Nothing is fetched before somebody gives it others.',
  }),
  pull_held: (name: string, when: string) => ({
    title: `Figures of the connection ${name} are held back`,
    text: `${when}: they differ too much from what was known. Look at them, and confirm the day or not.`,
  }),
  secondary_gap: (name: string, when: string) => ({
    title: `Two reports of ${name} differ`,
    text: `${when}: the secondary report has other figures than the network.`,
  }),
}

function spanText({ days }: Finding): string {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return 'its days'
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`
}

/** `35 % lower`. */
function offText(value: bigint | null, expected: bigint | null): string {
  if (value === null || !expected) return 'other'
  const percent = Math.round((100 * Math.abs(Number(value - expected))) / Number(expected))
  return `${percent} % ${value < expected ? 'lower' : 'higher'}`
}
