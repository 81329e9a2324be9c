import { dayInZone, hourMs } from '../../connections/network-clock.ts'
import type { ChannelSettings } from '../../messages/channel.ts'
import type { DigestPeriod } from '../../messages/digest-period.ts'
import { addDays, type Day, dayMs, dayOf } from '../../values/day.ts'

/** Digests are not sent before this hour of the reader's day. */
const firstHour = 5
/** The hour of a digest is at least this long after the end of its days, which are by UTC. */
const reportMs = 3 * 3_600_000
/** A digest that could not be sent so long after its hour is not sent any more. */
const lateMs = dayMs
/** For how many days a digest is corrected. */
export const correctedDays = 14

type Clock = Pick<ChannelSettings, 'digestHour' | 'timeZone'>

/** When a digest is sent, in milliseconds since 1970. */
export interface SendTimes {
  /** As soon as its days are complete from then on. */
  readonly fromMs: number
  /** At the latest, with what is missing named. */
  readonly byMs: number
  /** Never from then on. */
  readonly untilMs: number
}

/** When a digest is sent on the clock of its reader. @param lastDay the last of its days */
export function sendTimes(lastDay: Day, { digestHour: hour, timeZone }: Clock): SendTimes {
  const overMs = (lastDay + 1) * dayMs
  const hours = [1, 2].map((days) => hourMs(addDays(lastDay, days), hour, timeZone))
  const byMs = hours.find((ms) => ms >= overMs + reportMs) ?? overMs + reportMs
  const fromMs = Math.max(overMs, hourMs(addDays(lastDay, 1), firstHour, timeZone))
  return { fromMs: Math.min(fromMs, byMs), byMs, untilMs: byMs + lateMs }
}

/** The last days of the digests that may be sent now, the oldest first. */
export function sendableDays(period: DigestPeriod, nowMs: number, clock: Clock): Day[] {
  const today = dayOf(nowMs)
  return [-4, -3, -2, -1]
    .map((days) => addDays(today, days))
    .filter((day) => period === 'daily' || isSunday(day))
    .filter((day) => {
      const { fromMs, untilMs } = sendTimes(day, clock)
      return nowMs >= fromMs && nowMs < untilMs
    })
}

/** The last day of the last digest. */
export function lastDigestDay(period: DigestPeriod, nowMs: number): Day {
  const yesterday = addDays(dayOf(nowMs), -1)
  return period === 'daily' ? yesterday : addDays(yesterday, -((yesterday + daysAfterSunday) % 7))
}

/** Whether it is late enough in a reader's day for messages. */
export const isDaytime = (nowMs: number, { timeZone }: Clock): boolean =>
  nowMs >= hourMs(dayInZone(nowMs, timeZone), firstHour, timeZone)

/** 1970-01-01 was a Thursday. */
const daysAfterSunday = 4

const isSunday = (day: Day): boolean => (day + daysAfterSunday) % 7 === 0
