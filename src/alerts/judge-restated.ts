import type { Day } from '../values/day.ts'
import { causeOf, type Judgement } from './finding.ts'
import type { Looked } from './looked.ts'
import type { RuleSettings } from './rule.ts'
import { usualOf } from './samples.ts'

/** The youngest days are still being counted. */
const leastAgeDays = 2

/**
 * Finds networks whose figures of days that were known a day before changed by more than the rule's percentage of these
 * days, and by more than a share of what the account usually earns in a day. It ends after a day.
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
      if (!before || day > today - leastAgeDays) continue
      const off = Number(all.revenueMicros - before.revenueMicros)
      if (Math.abs(off) * 100 < percent * Math.abs(Number(before.revenueMicros)) || off === 0)
        continue
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
