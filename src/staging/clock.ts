import type { ImportLimits } from '../sources/import-limits.ts'
import { refuse } from './refusals.ts'

const dayMs = 86_400_000

/** Clocks of two machines may differ by so much. */
const toleranceMs = 300_000

/**
 * Keeps a clock that is years ahead from stamping an entry, because no later entry may have an
 * earlier time.
 *
 * @throws Refusal `clock_ahead`
 */
export function checkClock(
  now: Date,
  lastCommittedMs: number | null,
  { idleDays }: ImportLimits,
): void {
  if (lastCommittedMs === null || now.getTime() - lastCommittedMs <= idleDays * dayMs) return
  throw refuse('clock_ahead', {
    now: now.toISOString(),
    lastEntry: new Date(lastCommittedMs).toISOString(),
    maximumDays: idleDays,
  })
}

/** Whether an entry had to get a later time than the clock's, because the entry before has it. */
export function isLaterThanClock(committedMs: number, now: Date): boolean {
  return committedMs - now.getTime() > toleranceMs
}
