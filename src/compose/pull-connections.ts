import type { Installation } from './installation.ts'
import { type RepeatedWork, repeatUntilEnded } from './repeat-until-ended.ts'

/** How often a server looks for days that are due. */
const lookEveryMs = 30_000

/** Pulls the days of connections that are due, while a server runs. */
export const pullConnections = (
  { puller }: Pick<Installation, 'puller'>,
  warn: (message: string) => void,
): RepeatedWork =>
  repeatUntilEnded(
    lookEveryMs,
    (signal) => puller.pullDue(signal),
    ({ message }) => warn(`Connections were not pulled: ${message}`),
  )
