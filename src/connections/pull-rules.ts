import type { Connector, FieldValues } from '../sources/connector.ts'
import { addDays, type DaySpan } from '../values/day.ts'
import type { OwnSchedule } from './connection.ts'
import { dayInZone, lastReadyDay } from './network-clock.ts'
import type { PullRules } from './schedule.ts'

/** Of a network whose documents do not tell how far back it reports. */
const usualBackDays = 365

/** The rules of a connection's days. @param hasDepth whether what its network tells beyond ad figures is pulled too */
export function rulesOf(
  { days, depth = [] }: Connector,
  given: FieldValues,
  own: OwnSchedule,
  hasDepth = true,
): PullRules {
  const rereadDays = own.rereadDays ?? days.reread
  return {
    zone: days.zone(given),
    readyHours: own.readyHours ?? days.readyHours,
    rereadDays,
    sweepDays: own.sweepDays ?? days.sweep ?? 0,
    sweepWeekday: own.sweepWeekday,
    ages: hasDepth ? depth.flatMap(({ ages = [] }) => ages) : [],
  }
}

/** The days that a network can be asked for. */
export function reportedDays({ days }: Connector, rules: PullRules, nowMs: number): DaySpan {
  const lastDay = lastReadyDay(nowMs, rules.zone, rules.readyHours)
  // Networks count back from the day that it is, whether the last one is ready or not.
  const today = dayInZone(nowMs, rules.zone)
  return { firstDay: addDays(today, -(days.back ?? usualBackDays)), lastDay }
}
