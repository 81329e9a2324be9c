import type { Installation } from './installation.ts'
import { type RepeatedWork, repeatUntilEnded } from './repeat-until-ended.ts'

/** How often a server looks for changes that copies do not have. */
const lookEveryMs = 1_000

/** Keeps the copies of destinations current, while a server runs. */
export function fillDestinations(
  { destinationShipper }: Pick<Installation, 'destinationShipper'>,
  warn: (message: string) => void,
): RepeatedWork {
  const shipper = destinationShipper(warn)
  const looking = repeatUntilEnded(
    lookEveryMs,
    (signal) => shipper.turn(signal),
    ({ message }) => warn(`Destinations were not looked for: ${message}`),
  )
  return {
    end: async () => {
      await looking.end()
      await shipper.idle()
    },
  }
}
