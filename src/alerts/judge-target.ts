import { lateDays, type MonthForecast, monthOf } from '../insight/forecast.ts'
import { isInUse, reportedNetworks } from '../insight/reported.ts'
import { addDays, type Day, formatDay } from '../values/day.ts'
import { causeOf, type Judgement } from './finding.ts'
import type { RuleSettings } from './rule.ts'

/** What a look sees of the months. */
export interface ForecastLook {
  readonly today: Day
  /** By network and day. */
  readonly now: ReadonlyMap<string, ReadonlyMap<Day, unknown>>
  /** Of the open months, the earlier one first. */
  readonly forecasts: readonly MonthForecast[]
}

/** Months that were open before a pause of the server end too. */
const endedMonths = 12
const subject = { of: 'total', key: null } as const

/**
 * Finds months whose revenue misses the goal: even the upper end of the forecast's range is below it, or all reports are
 * there and their sum is below it. A month is as usual again once the forecast itself reaches the goal, and ends a week
 * after its last day. Between the two, and without a range, it is not judged. Neither is a miss while a network in use is
 * silent for so long that the forecast does not expect all of its days any more: these are unknown, and not zero.
 */
export function judgeTarget(
  { forecasts, now, today }: ForecastLook,
  { goalMicros }: Pick<RuleSettings, 'goalMicros'>,
): Judgement[] {
  const [first] = forecasts
  if (!first || goalMicros === null) return []
  const inUse = reportedNetworks(now).filter((one) => isInUse(one, today))
  const isKnown = inUse.length > 0 && inUse.every(({ lastDay }) => today - lastDay <= lateDays + 1)
  return [
    ...monthsBefore(first.month.firstDay).map((day) => ({ cause: nameOf(day), finding: null })),
    ...forecasts
      .flatMap((one) => judgeMonth(one, goalMicros))
      .filter(({ finding }) => isKnown || finding === null),
  ]
}

function judgeMonth(forecast: MonthForecast, goalMicros: bigint): Judgement[] {
  const { month, soFarMicros, pointMicros, range, days } = forecast
  const isReported = days.every((one) => one.reportedMicros !== null && !one.expectedMicros)
  const mostMicros = isReported ? soFarMicros : (range?.highMicros ?? null)
  if (pointMicros === null || mostMicros === null) return []
  const cause = nameOf(month.firstDay)
  if (pointMicros >= goalMicros) return [{ cause, finding: null }]
  if (mostMicros >= goalMicros) return []
  const finding = {
    subject,
    days: days.map(({ day }) => day),
    revenueMicros: soFarMicros,
    expectedMicros: pointMicros,
    ecpmMicros: null,
    expectedEcpmMicros: null,
    goalMicros,
    also: [],
  }
  return [{ cause, finding }]
}

const nameOf = (firstDay: Day): string => `${causeOf(subject)} ${formatDay(firstDay).slice(0, 7)}`

/** The first days of the months before the one that begins on a day. */
function monthsBefore(firstDay: Day): Day[] {
  const found: Day[] = []
  for (let day = firstDay; found.length < endedMonths; found.push(day)) {
    day = monthOf(addDays(day, -1)).firstDay
  }
  return found
}
