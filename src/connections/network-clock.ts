import { addDays, type Day, dayMs, dayOf } from '../values/day.ts'

/** When a day ends on the clock of a zone: its next midnight there. @param zone an IANA zone */
export const endOfDayMs = (day: Day, zone: string): number => hourMs(addDays(day, 1), 0, zone)

/** When it is an hour of a day on the clock of a zone. @param zone an IANA zone */
export function hourMs(day: Day, hour: number, zone: string): number {
  const wallMs = day * dayMs + hour * 3_600_000
  const guess = wallMs - offsetMs(wallMs, zone)
  // The offset may change between the guess and the hour.
  return wallMs - offsetMs(guess, zone)
}

/** The day that it is on the clock of a zone. */
export const dayInZone = (nowMs: number, zone: string): Day => dayOf(nowMs + offsetMs(nowMs, zone))

/** The last day whose figures a network should have. */
export function lastReadyDay(nowMs: number, zone: string, readyHours: number): Day {
  return addDays(dayInZone(nowMs - readyHours * 3_600_000, zone), -1)
}

/** How far the clock of a zone is ahead of UTC. */
function offsetMs(atMs: number, zone: string): number {
  const seconds = Math.floor(atMs / 1_000) * 1_000
  const parts = formatOf(zone).formatToParts(seconds)
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)!.value)
  const wallMs = Date.UTC(
    ...([value('year'), value('month') - 1, value('day')] as const),
    ...([value('hour'), value('minute'), value('second')] as const),
  )
  return wallMs - seconds
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const numbers = { month: 'numeric', day: 'numeric', hour: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      ...numbers,
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}
