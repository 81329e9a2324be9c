import { runAutocannon } from './autocannon-client.ts'
import type { Load, LoadSeen } from './load-types.ts'
import { findWrk, runWrk } from './wrk-client.ts'

/** The program that sends the loads. */
export const clientName = findWrk() === null ? 'autocannon (wrk is not installed)' : 'wrk'

/**
 * Sends requests over parallel connections, each kept alive.
 *
 * @returns what was seen; no answers when the first takes longer than the load
 * @throws when an answer is not 200
 */
export async function runLoad(load: Load): Promise<LoadSeen> {
  const { refused, ...seen } = await (findWrk() === null ? runAutocannon(load) : runWrk(load))
  if (refused > 0) throw new Error(`${load.baseUrl} refused ${refused} of ${seen.answers} requests`)
  return seen
}
