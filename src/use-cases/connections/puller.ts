import type { BackOff, Connection } from '../../connections/connection.ts'
import type { NetworkAccess } from '../../connections/gather.ts'
import { rulesOf } from '../../connections/pull-rules.ts'
import { SealError } from '../../sealing/vault.ts'
import { connectors } from '../../sources/all-connectors.ts'
import type { Connector } from '../../sources/connector.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { addDays, type DaySpan, dayCount } from '../../values/day.ts'
import type { Services } from '../services.ts'
import type { CallAs } from '../use-case.ts'
import type { DayPuller, PullOptions } from './network-services.ts'
import { openAccess } from './open-access.ts'
import { isEnabled, pullDueDays } from './pull-due-days.ts'
import type { Pulled } from './pulled.ts'
import { type Lease, withLease } from './with-lease.ts'

/** Connections that a process works on at once. */
const atOnce = 4

export interface PullerParts {
  readonly services: Services
  readonly callAs: CallAs
}

/**
 * Pulls the days of connections that are due. Several processes may do so: each works on the connections that it
 * has a lease of.
 */
export class Puller implements DayPuller {
  readonly #parts: () => PullerParts
  /** The pulls of this process, by connection. */
  readonly #running = new Map<number, Promise<unknown>>()

  /** @param parts is first called when something is pulled, as these know the puller too */
  constructor(parts: () => PullerParts) {
    this.#parts = parts
  }

  get #services(): Services {
    return this.#parts().services
  }

  async pullDue(signal: AbortSignal): Promise<void> {
    const left = await this.#services.networks.store.list()
    // A slow network keeps no other waiting.
    const lanes = Array.from({ length: atOnce }, () => this.#pullEach(left, signal))
    await Promise.all(lanes)
  }

  async #pullEach(left: Connection[], signal: AbortSignal): Promise<void> {
    const { nowMs } = this.#services.networks
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
      if (this.#running.has(next.id)) continue
      try {
        await this.#pull(next.id, signal, {}, ({ backOff }) => !isWaiting(backOff, nowMs()))
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof CancelledError) continue
        const { message } = error as Error
        this.#services.warn(`A connection could not be pulled: ${message}`)
      }
    }
  }

  pull(id: number, signal: AbortSignal, options: PullOptions = {}): Promise<boolean> {
    // A person may try a connection that is left alone.
    return this.#pull(id, signal, options, () => true)
  }

  async #pull(
    id: number,
    signal: AbortSignal,
    options: PullOptions,
    mayPull: (connection: Connection) => boolean,
  ): Promise<boolean> {
    // A person's pull waits for the schedule's.
    while (this.#running.has(id)) await this.#running.get(id)!.catch(() => undefined)
    const { networks } = this.#services
    const find = () => this.#find(id, mayPull)
    const work = withLease(networks, { id, find, signal }, async (connection, lease) => {
      const pulled = await this.#open(connection, lease)
      if (pulled) await pullDueDays(pulled, this.#services, options)
      return pulled !== null
    })
    this.#running.set(id, work)
    return work.finally(() => this.#running.delete(id))
  }

  /** @returns null for a connection that is not pulled now */
  async #find(
    id: number,
    mayPull: (connection: Connection) => boolean,
  ): Promise<Connection | null> {
    const { networks } = this.#services
    const connection = await networks.store.byId(id)
    if (connection?.state !== 'active' || !connectors.has(connection.connector)) return null
    return mayPull(connection) && (await isEnabled(connection, this.#services)) ? connection : null
  }

  async #open(connection: Connection, lease: Lease): Promise<Pulled | null> {
    const { accounts } = this.#services
    const connector = connectors.get(connection.connector)!
    const access = await this.#access(connector, connection)
    const account = await accounts.byId(connection.accountId)
    if (!access || !account) return null
    return {
      connection,
      account,
      access,
      ...lease,
      rules: rulesOf(connector, access.given, connection.schedule, connection.hasDepth),
      call: this.#parts().callAs({ kind: 'connection', address: null, name: connection.name }),
    }
  }

  /** @returns null when its secrets do not open: only a person can give them again */
  async #access(connector: Connector, connection: Connection): Promise<NetworkAccess | null> {
    const { networks } = this.#services
    try {
      return openAccess(connector, connection, networks)
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      const message = 'has credentials that were sealed with another secret: give them again'
      networks.log.warn({ connection: connection.name, problem: message }, 'A connection stopped')
      const problem = { kind: 'fault', fault: 'credential-refused', message } as const
      await networks.store.change(connection.id, { state: 'refused', problem })
      return null
    }
  }

  async addDays(id: number, { firstDay, lastDay }: DaySpan): Promise<void> {
    const { store, nowMs } = this.#services.networks
    const length = Math.max(dayCount({ firstDay, lastDay }), 0)
    const days = Array.from({ length }, (_, nth) => ({
      day: addDays(firstDay, nth),
      nextAtMs: nowMs(),
    }))
    await store.days.add(id, days)
  }
}

const isWaiting = (backOff: BackOff | null, nowMs: number): boolean =>
  backOff !== null && backOff.untilMs > nowMs
