import { median, robustSpread } from '../insight/spread.ts'
import type { Day } from '../values/day.ts'
import { causeOf, type Judgement } from './finding.ts'
import { type FiguresOfTime, type Looked, minWeeks, weekBefore } from './looked.ts'
import type { RuleSettings } from './rule.ts'
import { usualOf } from './samples.ts'

/** Where the usual drift is unknown, younger days are still being counted. */
const countedDays = 4
const maxDeviations = 3.5

/**
 * Finds networks whose figures of days that were known a day before changed by more than the rule's percentage of these
 * days beyond what they usually change at this age, and by more than a share of what the account usually earns in a day.
 * It ends after a day.
 */
export function judgeRestated(
  looked: Looked,
  { percent, sharePercent }: RuleSettings,
): Judgement[] {
  const { now, dayBefore, today } = looked
  if (dayBefore === null) return []
  const least = (sharePercent / 100) * usualOf(looked, (today - 1) as Day)
  return [...now].map(([network, days]) => {
    const subject = { of: 'network', key: network } as const
    const changed: Day[] = []
    let [earlier, later] = [0n, 0n]
    for (const [day, { all }] of days) {
      const before = dayBefore.get(network)?.get(day)?.all
      if (!before || !isUnusual(looked, network, day, percent)) continue
      changed.push(day)
      earlier += before.revenueMicros
      later += all.revenueMicros
    }
    const isOff = changed.length > 0 && Math.abs(Number(later - earlier)) >= Math.max(least, 1)
    const finding = {
      subject,
      days: changed.sort((a, b) => a - b),
      revenueMicros: later,
      expectedMicros: earlier,
      ecpmMicros: null,
      expectedEcpmMicros: null,
      also: [],
    }
    return { cause: causeOf(subject), finding: isOff ? finding : null }
  })
}

/** Whether a day changed since the day before, and by more than it usually does at its age. */
function isUnusual(looked: Looked, network: string, day: Day, percent: number): boolean {
  const { now, dayBefore, today, weeks, weeksDayBefore } = looked
  const change = changeOf(network, day, dayBefore, now)
  if (change === null || change === 0) return false
  const usual = weeks.flatMap(
    (figures, place) =>
      changeOf(network, weekBefore(day, place + 1), weeksDayBefore[place]!, figures) ?? [],
  )
  if (usual.length < minWeeks) return day <= today - countedDays && Math.abs(change) >= percent
  const off = Math.abs(change - median(usual))
  return off >= percent && off > maxDeviations * robustSpread(usual)
}

/** In percent; null where a day was not known at both times. */
function changeOf(
  network: string,
  day: Day,
  earlier: FiguresOfTime | null,
  later: FiguresOfTime | null,
): number | null {
  const [before, after] = [earlier, later].map((figures) => figures?.get(network)?.get(day)?.all)
  if (!before || !after) return null
  const off = Number(after.revenueMicros - before.revenueMicros)
  if (off === 0) return 0
  return before.revenueMicros === 0n ? 100 : (off * 100) / Math.abs(Number(before.revenueMicros))
}
