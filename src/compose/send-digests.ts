import { renderDigest } from '../wording/digest/render-digest.ts'
import type { Installation } from './installation.ts'
import { type RepeatedWork, repeatUntilEnded } from './repeat-until-ended.ts'

/** How often a server looks for digests that are due. */
const lookEveryMs = 300_000

/** Sends digests that are due, and corrections, while a server runs. @param baseUrl for citations */
export function sendDigests(
  { digestSender }: Pick<Installation, 'digestSender'>,
  baseUrl: string,
  warn: (message: string) => void,
): RepeatedWork {
  const sender = digestSender({ baseUrl, render: renderDigest })
  return repeatUntilEnded(
    lookEveryMs,
    (signal) => sender.send(signal),
    ({ message }) => warn(`Digests were not sent: ${message}`),
  )
}
