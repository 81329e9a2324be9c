import type { Installation } from './installation.ts'
import { type RepeatedWork, repeatUntilEnded } from './repeat-until-ended.ts'

const deliverEveryMs = 10_000
/** A look is due each hour. */
const alertEveryMs = 60_000
const lookEveryMs = 600_000

/** Writes messages about what happened, and delivers those that are due, while a server runs. */
export function sendMessages(
  {
    sendMessages: send,
    tellDays,
    lookForAlerts,
  }: Pick<Installation, 'sendMessages' | 'tellDays' | 'lookForAlerts'>,
  warn: (message: string) => void,
): RepeatedWork {
  const works = [
    repeatUntilEnded(alertEveryMs, lookForAlerts, ({ message }) =>
      warn(`Alerts were not looked for: ${message}`),
    ),
    repeatUntilEnded(deliverEveryMs, send, ({ message }) =>
      warn(`Messages were not sent: ${message}`),
    ),
    repeatUntilEnded(lookEveryMs, tellDays, ({ message }) =>
      warn(`Messages about days were not written: ${message}`),
    ),
  ]
  return { end: async () => void (await Promise.all(works.map((work) => work.end()))) }
}
