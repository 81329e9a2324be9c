import { addDays, type Day, type DaySpan } from '../values/day.ts'
import type { Steps } from '../values/turns.ts'
import type { NetworkDays } from './amounts.ts'
import { networkExpectation } from './anomalies.ts'
import { isInUse, missingDays, type ReportedNetwork } from './reported.ts'

/** A day that a network in use has not reported, though it is over. */
export interface MissingDay {
  readonly network: string
  readonly day: Day
  /** The revenue that the days before let expect; null when they tell too little. */
  readonly expectedMicros: bigint | null
}

/**
 * The missing days of a span, by network, then day. Networks that are no longer in use lack only days before their
 * last one.
 *
 * @param figures revenue by network and day, from `daysBefore` days before the span; they may be of a part of what was reported
 */
export function* findMissingDays(
  networks: readonly ReportedNetwork[],
  figures: NetworkDays,
  { firstDay, lastDay }: DaySpan,
  today: Day,
): Steps<MissingDay[]> {
  const found: MissingDay[] = []
  const lastOver = Math.min(lastDay, today - 1)
  for (const one of networks) {
    const expect = networkExpectation(one, figures)
    const last = isInUse(one, today) ? lastOver : Math.min(lastOver, one.lastDay)
    for (const span of missingDays(one, { firstDay, lastDay: last as Day })) {
      for (let day = span.firstDay; day <= span.lastDay; day = addDays(day, 1)) {
        found.push({ network: one.network, day, expectedMicros: expect(day) })
        if (found.length % daysPerTurn === 0) yield
      }
    }
    yield
  }
  return found
}

const daysPerTurn = 64
