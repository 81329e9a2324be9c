import { runAutocannon } from './autocannon-client.ts'
import { findWrk, runWrk } from './wrk-client.ts'

/** A request of a load. */
export interface Address {
  readonly path: string
  /** JSON, sent by POST; GET when absent. */
  readonly body?: string
}

/** What a server is asked, and for how long. */
export interface Load {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Asked in this order; the load ends with the last one. */
  readonly addresses: readonly Address[]
  /** Starts over after the last address instead. */
  readonly again: boolean
  /** The load ends after this time at the latest. */
  readonly seconds: number
  readonly clients: number
}

/** What the clients of a load saw. */
export interface LoadSeen {
  readonly answers: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

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
