import type { Installation } from './installation.ts'
import { type RepeatedWork, repeatUntilEnded } from './repeat-until-ended.ts'

/** How often a server looks for figures that partners are not shown yet. */
const lookEveryMs = 1_000

/** Keeps the net figures of partners current, while a server runs. */
export function makeShares(
  { shareMaker }: Pick<Installation, 'shareMaker'>,
  warn: (message: string) => void,
): RepeatedWork {
  const maker = shareMaker(warn)
  return repeatUntilEnded(
    lookEveryMs,
    (signal) => maker.turn(signal),
    ({ message }) => warn(`Net figures were not looked for: ${message}`),
  )
}
