import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { DataDirectory } from '../config/data-directory.ts'
import type { NetworkCalls } from '../connections/network-calls.ts'
import { OAuthConsents } from '../network-calls/consent.ts'
import { ConnectionStore } from '../records/connection-store.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { Vault } from '../sealing/vault.ts'
import type { NetworkServices } from '../use-cases/connections/network-services.ts'

/** How time passes for connections: tests let it pass faster. */
export interface NetworkTime {
  readonly nowMs: () => number
  readonly wait: (waitMs: number, signal: AbortSignal) => Promise<void>
}

export const realTime = (now: () => Date): NetworkTime => ({
  nowMs: () => now().getTime(),
  wait: async (waitMs, signal) => {
    // Aborted timers reject with an error of their own.
    await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
})

/** Calls networks as an installation's settings say. */
export function callNetworks({ networkCalls }: DataDirectory): NetworkCalls {
  const { version } = packageJson
  // Most commands ask no network, and loading the client takes a tenth of a second.
  const load = async () => {
    const { UndiciNetworkCalls } = await import('../network-calls/undici-network-calls.ts')
    return new UndiciNetworkCalls({ ...networkCalls, version })
  }
  let loaded: Promise<NetworkCalls> | null = null
  return {
    call: async (...given) => {
      loaded ??= load()
      return (await loaded).call(...given)
    },
  }
}

/** The stores and services that connections work with. @param secret the installation's */
export const openNetworks = (
  relational: RelationalDatabase,
  secret: Uint8Array,
  calls: NetworkCalls,
  time: NetworkTime,
  process: Pick<NetworkServices, 'owner' | 'hasEnded' | 'notePull' | 'log' | 'fetchesRates'>,
): NetworkServices => ({
  ...time,
  calls,
  store: new ConnectionStore(relational),
  vault: new Vault(secret),
  consents: new OAuthConsents(calls, () => new Date(time.nowMs())),
  ...process,
})
