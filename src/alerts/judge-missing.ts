import { addDays, type Day } from '../values/day.ts'
import { aboutDays, causeOf, type Judgement } from './finding.ts'
import { type FiguresOfTime, type Looked, minWeeks, weekBefore } from './looked.ts'

/** A network without a report for so long is not in use any more. */
const silentDays = 14
/** In use is a network that reported this many of the last seven days up to its last one. */
const leastReported = 6

/**
 * Finds networks in use whose next report is late: in all but one of the last weeks, the same weekday was there at the
 * same hour. Where too little is known of that, a network is late that lacks two whole days.
 *
 * @see docs/alerts.md
 */
export function judgeMissing({ today, now, weeks }: Looked): Judgement[] {
  const yesterday = addDays(today, -1)
  return [...now].flatMap(([network, days]): Judgement[] => {
    const lastDay = latestOf(days.keys(), yesterday)
    if (lastDay === null || !isInUse(days, lastDay)) return []
    const subject = { of: 'network', key: network } as const
    const missing = daysFrom(addDays(lastDay, 1), yesterday)
    const isSilent = yesterday - lastDay > silentDays
    const isLate =
      missing.length > 0 && !isSilent && isUsuallyThere(network, missing[0]!, missing.length, weeks)
    return [{ cause: causeOf(subject), finding: isLate ? aboutDays(subject, missing) : null }]
  })
}

function isUsuallyThere(
  network: string,
  day: Day,
  missing: number,
  weeks: readonly (FiguresOfTime | null)[],
): boolean {
  const known = weeks.flatMap((figures, place) => {
    const days = figures?.get(network)
    const at = weekBefore(day, place + 1)
    // Days of before the network was stored tell nothing.
    return days && [...days.keys()].some((one) => one < at) ? [days.has(at)] : []
  })
  if (known.length < minWeeks) return missing >= 2
  return known.filter(Boolean).length >= known.length - 1
}

const isInUse = (days: ReadonlyMap<Day, unknown>, lastDay: Day): boolean =>
  daysFrom(addDays(lastDay, -6), lastDay).filter((day) => days.has(day)).length >= leastReported

function latestOf(days: Iterable<Day>, until: Day): Day | null {
  const found = [...days].filter((day) => day <= until)
  return found.length === 0 ? null : (Math.max(...found) as Day)
}

const daysFrom = (firstDay: Day, lastDay: Day): Day[] =>
  Array.from({ length: Math.max(lastDay - firstDay + 1, 0) }, (_, age) => addDays(firstDay, age))
