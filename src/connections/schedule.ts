import type { Fault } from '../sources/connector.ts'
import { type Day, dayMs } from '../values/day.ts'
import {
  type BackOff,
  type PulledDay,
  type PullProblem,
  type Weekday,
  weekdays,
} from './connection.ts'
import { endOfDayMs } from './network-clock.ts'

/** When a connection asks for its days. */
export interface PullRules {
  /** The IANA zone of the network's days. */
  readonly zone: string
  readonly readyHours: number
  readonly rereadDays: number
  /** Not more than `rereadDays` for no weekly sweep. */
  readonly sweepDays: number
  readonly sweepWeekday: Weekday | null
  /** Ages in days at which the network tells more of a day of install; none when absent. */
  readonly ages?: readonly number[]
}

const hourMs = 3_600_000
/** A report without rows is believed so long after it should be there. */
export const emptyAfterMs = 12 * hourMs
/** A held report is asked for again after so long. */
export const confirmAfterMs = 6 * hourMs
/** After a fault that may pass by itself: grows with every failure in a row, up to the last one. */
const retryMs = [2, 5, 15, 60, 180].map((minutes) => minutes * 60_000)
const notReadyMs = 45 * 60_000
/** How long a connection that fails is left alone: grows with every turn in a row, up to the last one. */
const backOffMs = [2, 5, 15, 30, 60].map((minutes) => minutes * 60_000)
/** The share of a wait that chance takes away, so that connections do not come back together. */
const jitter = 0.25

/** When the first figures of a day should be there. */
export const readyAtMs = (day: Day, { zone, readyHours }: PullRules): number =>
  endOfDayMs(day, zone) + readyHours * hourMs

/**
 * When a day that was pulled is asked for again: at its ready hour every day while the network restates it, then
 * every week; and when it reaches an age that the network tells.
 *
 * @returns null when the network tells nothing new of it any more
 */
export function nextReadMs(day: Day, nowMs: number, rules: PullRules): number | null {
  const restated = nextRestatedMs(day, nowMs, rules)
  const older = nextAgeMs(day, nowMs, rules)
  return restated === null || older === null ? (restated ?? older) : Math.min(restated, older)
}

/** The ages that a day of install has reached: their last day is over, and its figures should be there. */
export const reachedAges = (
  day: Day,
  nowMs: number,
  rules: PullRules,
  ages: readonly number[],
): number[] => ages.filter((age) => ageMs(day, age, rules) <= nowMs)

/** Whether a day is due because it reached an age, and for nothing else: only its users are asked for again. */
export function isOnlyOlder(pulled: PulledDay, nowMs: number, rules: PullRules): boolean {
  const { day, state, problem, nextAtMs, pulledAtMs } = pulled
  if (problem || pulledAtMs === null || (state !== 'done' && state !== 'empty')) return false
  const restated = nextRestatedMs(day, pulledAtMs, rules) ?? Number.POSITIVE_INFINITY
  // Another time is that of a person, or of a retry.
  return nextAtMs === nextAgeMs(day, pulledAtMs, rules) && nextAtMs !== null && restated > nowMs
}

const ageMs = (day: Day, age: number, rules: PullRules): number =>
  readyAtMs(day, rules) + age * dayMs

function nextAgeMs(day: Day, nowMs: number, rules: PullRules): number | null {
  const next = rules.ages?.find((age) => ageMs(day, age, rules) > nowMs)
  return next === undefined ? null : ageMs(day, next, rules)
}

function nextRestatedMs(day: Day, nowMs: number, rules: PullRules): number | null {
  const ready = readyAtMs(day, rules)
  const age = Math.max(Math.floor((nowMs - ready) / dayMs), 0)
  const isDaily = age < rules.rereadDays
  const next = isDaily ? age + 1 : nextSweepAge(day, age, rules)
  return isDaily || next <= rules.sweepDays ? ready + next * dayMs : null
}

/** How many days after its ready hour a day is swept next: counted from its last daily read, or on the weekday. */
function nextSweepAge(day: Day, age: number, { readyHours, rereadDays, sweepWeekday }: PullRules) {
  const readyDay = day + 1 + Math.floor(readyHours / 24)
  const first =
    sweepWeekday === null ? rereadDays : weekdays.indexOf(sweepWeekday) - weekdayOf(readyDay)
  return age + 7 - ((((age - first) % 7) + 7) % 7)
}

/** Its place in {@link weekdays}. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (day + 3) % 7

/** When a day is fetched next after the rules have changed. A day that waits for something else keeps waiting. */
export function replannedMs(pulled: PulledDay, nowMs: number, rules: PullRules): number | null {
  const { day, state, nextAtMs, problem } = pulled
  if (problem) return nextAtMs
  if (state === 'due') return readyAtMs(day, rules)
  const isDue = nextAtMs !== null && nextAtMs <= nowMs
  return isDue ? nextAtMs : nextReadMs(day, nowMs, rules)
}

/** When a day is asked for again after a fault. @param failures in a row, with this one; 0 for a report that is not late */
export function retryAtMs({ kind, waitMs = 0 }: Fault, failures: number, nowMs: number): number {
  const delayMs = retryMs[Math.min(Math.max(failures, 1), retryMs.length) - 1]!
  if (kind === 'not-ready') return nowMs + Math.max(delayMs, notReadyMs)
  // Repeating a request that is not accepted serves nobody.
  const least = kind === 'request-refused' || kind === 'cut' ? dayMs : waitMs
  return nowMs + Math.max(delayMs, least)
}

/**
 * How long a connection is left alone after a turn that failed.
 *
 * @param failed why, and how long the network wants to be left alone
 * @param before what it was left alone for; null when it did not fail before
 * @param chance from 0 to 1
 */
export function backOffAfter(
  { problem, waitMs }: { readonly problem: PullProblem; readonly waitMs: number },
  before: BackOff | null,
  nowMs: number,
  chance: number,
): BackOff {
  const failures = (before?.failures ?? 0) + 1
  const delayMs = backOffMs[Math.min(failures, backOffMs.length) - 1]! * (1 - jitter * chance)
  return { failures, untilMs: nowMs + Math.max(Math.round(delayMs), waitMs), problem }
}
