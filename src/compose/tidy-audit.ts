import { repeatWindowMs } from '../audit/repeat-limit.ts'
import type { AuditLog } from '../records/audit-log.ts'
import { dayMs } from '../values/day.ts'

/**
 * Removes old events of the audit log, now and daily, and writes the events that were only counted.
 *
 * @param keptDays the age in days at which events are removed
 */
export function tidyAudit(
  audit: AuditLog,
  keptDays: number,
): { /** Ends when all is written. */ readonly end: () => Promise<void> } {
  let removing = audit.removeOld(keptDays)
  const timers = [
    setInterval(() => {
      removing = removing.then(() => audit.removeOld(keptDays))
    }, dayMs),
    setInterval(() => audit.flush(), repeatWindowMs),
  ]
  for (const timer of timers) timer.unref()
  const end = async () => {
    for (const timer of timers) clearInterval(timer)
    await removing
    await audit.flush()
  }
  return { end }
}
