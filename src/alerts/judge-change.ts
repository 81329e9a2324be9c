import type { Amounts } from '../insight/amounts.ts'
import { median, robustSpread } from '../insight/spread.ts'
import { causeOf, type Finding, type Judgement } from './finding.ts'
import type { Looked } from './looked.ts'
import type { RuleSettings } from './rule.ts'
import { type Sample, samplesOf, usualOf } from './samples.ts'

/**
 * B. Iglewicz and D. C. Hoaglin, "How to Detect and Handle Outliers", 1993: values more than 3.5 robust standard
 * deviations from the median.
 */
const maxDeviations = 3.5
const leastImpressions = 10_000n
/** Amounts that differ by less are the same money. */
const sameMoney = 0.3
/** What comes so near to a drop is about as much. */
const nearly = 0.7

interface Off {
  readonly sample: Sample
  readonly expected: number
  /** Below what was expected, as a share of it; below 0 where it is more. */
  readonly drop: number
  readonly isOff: boolean
}

/**
 * Finds drops of revenue: more than the rule's percentage below the median of the same weekdays at the same age, more
 * than {@link maxDeviations} robust spreads below it, and more than a share of what the account usually earns in a day.
 * Each cause is found once: of subjects that lack the same money, the one with the greatest drop; where everything falls
 * about as much, the total. It names the others.
 *
 * @param isTold whether another rule tells a subject's day already
 */
export function judgeRevenue(
  looked: Looked,
  { percent, sharePercent, subjects }: RuleSettings,
  isTold: (sample: Sample) => boolean = () => false,
): Judgement[] {
  const all = samplesOf(looked, subjects).map((sample): Off => {
    const { expected, value, isOutside } = compare(sample, revenueOf)
    const drop = expected > 0 ? (expected - value) / expected : 0
    const least = (sharePercent / 100) * usualOf(looked, sample.day)
    const isOff = isOutside && drop * 100 >= percent && expected - value >= Math.max(least, 1)
    return { sample, expected, drop, isOff: isOff && !isTold(sample) }
  })
  const off = all.filter(({ isOff }) => isOff).sort((a, b) => b.drop - a.drop)
  const general = all.find(
    ({ sample, drop }) => sample.subject.of === 'total' && drop * 100 >= nearly * percent,
  )
  const told: { readonly one: Off; readonly also: Off[] }[] = []
  for (const one of off) {
    const cause = general && isAsMuch(one, general) ? general : one
    const same = told.find(
      (other) =>
        other.one === cause || isSameMoney(other.one, cause) || isSameMoney(other.one, one),
    )
    if (!same) told.push({ one: cause, also: cause === one ? [] : [one] })
    else if (same.one !== one) same.also.push(one)
  }
  return all.map(({ sample }) => {
    const found = told.find(({ one }) => one.sample === sample)
    const finding = found && toFinding(found.one, found.also)
    return { cause: causeOf(sample.subject), finding: finding ?? null }
  })
}

/** Whether a subject fell about as much as everything together, on that day or the one before. */
const isAsMuch = (one: Off, general: Off): boolean => one.drop <= general.drop / nearly

const isSameMoney = (one: Off, other: Off): boolean => {
  const [a, b] = [one, other].map(({ expected, drop }) => expected * drop) as [number, number]
  return one.sample.day === other.sample.day && Math.abs(a - b) <= sameMoney * Math.max(a, b)
}

/**
 * Finds unusual eCPM of days with enough impressions, as {@link judgeRevenue} finds drops; lower or higher. A network's is
 * compared with what is usual times the change that other networks saw that day, so that a season is not told of each.
 */
export function judgeEcpm(
  looked: Looked,
  { percent, sharePercent, subjects }: RuleSettings,
): { readonly judgements: Judgement[]; readonly told: ReadonlySet<string> } {
  const told = new Set<string>()
  const samples = samplesOf(looked, subjects).filter(({ amounts, before }) =>
    [amounts, ...before].every(({ impressions }) => impressions >= leastImpressions),
  )
  const judgements = samples.map((sample): Judgement => {
    const { subject, day, amounts, before } = sample
    const { expected, value, isOutside } = compare(sample, ecpmOf, marketChange(samples, sample))
    const off = Math.abs(expected - value)
    // What the difference of price made of the day's impressions.
    const moneyMicros = (off * Number(amounts.impressions)) / 1_000
    const least = (sharePercent / 100) * usualOf(looked, day)
    const isOff = isOutside && off * 100 >= percent * expected && moneyMicros >= Math.max(least, 1)
    const cause = causeOf(subject)
    if (!isOff) return { cause, finding: null }
    told.add(`${cause} ${day}`)
    const finding: Finding = {
      subject,
      days: [day],
      revenueMicros: amounts.revenueMicros,
      expectedMicros: toMicros(median(before.map(revenueOf))),
      ecpmMicros: toMicros(value),
      expectedEcpmMicros: toMicros(expected),
      also: [],
    }
    return { cause, finding }
  })
  return { judgements, told }
}

/** Fewer networks than this beside a network are no market. */
const leastOthers = 2

/** The median change of eCPM of the other networks on a network's day, as a factor; 1 where too few are known. */
function marketChange(samples: readonly Sample[], { subject, day }: Sample): number {
  if (subject.of !== 'network') return 1
  const changes = samples
    .filter((other) => other.subject.of === 'network' && other.subject.key !== subject.key)
    .filter((other) => other.day === day)
    .map(({ amounts, before }) => ecpmOf(amounts) / median(before.map(ecpmOf)))
    .filter(Number.isFinite)
  return changes.length < leastOthers ? 1 : median(changes)
}

/** A value and the median of those before it times a factor, and whether the difference is more than usual. */
function compare({ amounts, before }: Sample, read: (amounts: Amounts) => number, factor = 1) {
  const values = before.map(read)
  const [value, expected] = [read(amounts), factor * median(values)]
  return {
    value,
    expected,
    isOutside: Math.abs(value - expected) > maxDeviations * robustSpread(values),
  }
}

const revenueOf = ({ revenueMicros }: Amounts): number => Number(revenueMicros)

/** In micros. */
const ecpmOf = ({ impressions, revenueMicros }: Amounts): number =>
  impressions === 0n ? 0 : (1_000 * Number(revenueMicros)) / Number(impressions)

const toMicros = (micros: number): bigint => BigInt(Math.round(micros))

const toFinding = ({ sample, expected }: Off, also: readonly Off[]): Finding => ({
  subject: sample.subject,
  days: [sample.day],
  revenueMicros: sample.amounts.revenueMicros,
  expectedMicros: toMicros(expected),
  ecpmMicros: null,
  expectedEcpmMicros: null,
  also: also.map((one) => one.sample.subject),
})
