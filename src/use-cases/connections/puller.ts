import type { BackOff, Connection, PulledDay } from '../../connections/connection.ts'
import { SealError } from '../../connections/credential-vault.ts'
import type { NetworkAccess } from '../../connections/gather.ts'
import { openAccess } from '../../connections/open-access.ts'
import { reportedDays, rulesOf } from '../../connections/pull-rules.ts'
import { backOffAfter, readyAtMs, retryAtMs } from '../../connections/schedule.ts'
import { connectors } from '../../sources/all-connectors.ts'
import type { Connector, Fault } from '../../sources/connector.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { addDays, type Day, type DaySpan, dayCount, dayMs } from '../../values/day.ts'
import { Refusal } from '../../values/refusal.ts'
import type { Services } from '../services.ts'
import type { CallAs } from '../use-case.ts'
import type { DayPuller, PullOptions, PullProgress } from './network-services.ts'
import { pullDay } from './pull-day.ts'
import type { Pulled } from './pulled.ts'
import { type Lease, withLease } from './with-lease.ts'

/** Connections that a process works on at once. */
const atOnce = 4
/** Days that are read from the store at once. */
const daysAtOnce = 100
/** More than a connection has. */
const maxDays = 100_000
/** A connection whose days fail one after another is left alone for a while. */
const failuresInARow = 3

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
  /** What this process works on. */
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
    { span, onProgress }: PullOptions,
    mayPull: (connection: Connection) => boolean,
  ): Promise<boolean> {
    // A person's pull waits for the schedule's.
    while (this.#running.has(id)) await this.#running.get(id)!.catch(() => undefined)
    const { networks } = this.#services
    const find = () => this.#find(id, mayPull)
    const work = withLease(networks, { id, find, signal }, async (connection, lease) => {
      const pulled = await this.#open(connection, lease)
      if (pulled) await this.#pullDays(pulled, span, onProgress)
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
    return mayPull(connection) && (await this.#isEnabled(connection)) ? connection : null
  }

  async #isEnabled({ accountId }: Connection): Promise<boolean> {
    return (await this.#services.accounts.byId(accountId))?.disabledAt === null
  }

  async #open(connection: Connection, lease: Lease): Promise<Pulled | null> {
    const { accounts } = this.#services
    const connector = connectors.get(connection.connector)!
    const access = await this.#access(connector, connection)
    const account = await accounts.byId(connection.accountId)
    if (!access || !account) return null
    return {
      ...{ connection, account, access, ...lease },
      rules: rulesOf(connector, access.given, connection.schedule),
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
      const problem = { kind: 'fault', fault: 'credential-refused', message } as const
      await networks.store.change(connection.id, { state: 'refused', problem })
      return null
    }
  }

  async #pullDays(
    pulled: Pulled,
    span?: DaySpan,
    onProgress: (progress: PullProgress) => void = () => undefined,
  ): Promise<void> {
    const { store, nowMs } = this.#services.networks
    const { id } = pulled.connection
    await this.#addDays(pulled)
    const seen = new Set<Day>()
    let failures = 0
    for (;;) {
      // The days of a span may come after many others.
      const limit = span ? maxDays : daysAtOnce + seen.size
      const due = await store.days.due(id, nowMs(), limit)
      const days = due.filter(({ day }) => !seen.has(day) && isWithin(day, span))
      if (days.length === 0) return
      for (const [index, day] of days.entries()) {
        pulled.signal.throwIfAborted()
        if (!(await this.#isEnabled(pulled.connection))) return
        seen.add(day.day)
        onProgress({ day: day.day, done: index, of: days.length })
        const fault = await this.#pullIfDue(pulled, day.day)
        if (fault === 'stop') return
        failures = fault === null ? 0 : failures + 1
        if (fault && (fault.kind === 'slow-down' || failures === failuresInARow)) {
          return this.#leaveAlone(id, fault)
        }
      }
    }
  }

  async #leaveAlone(id: number, fault: Fault): Promise<void> {
    const { store, nowMs } = this.#services.networks
    const { backOff = null } = (await store.byId(id)) ?? {}
    await store.change(id, { backOff: backOffAfter(fault, backOff, nowMs(), Math.random()) })
  }

  /** Pulls a day as it is now: a person may have confirmed it, or another may have pulled it. */
  async #pullIfDue(pulled: Pulled, day: Day): Promise<Fault | 'stop' | null> {
    const { store, nowMs } = this.#services.networks
    const { id } = pulled.connection
    const { connector } = pulled.access
    const now = await store.days.get(id, day)
    if (now?.nextAtMs == null || now.nextAtMs > nowMs()) return null
    const { firstDay } = reportedDays(connector, pulled.rules, nowMs())
    if (connector.days.back === null || day >= firstDay) return this.#pullDay(pulled, now)
    // An answer without rows would only mean that the network forgot the day.
    await store.days.put(id, { ...now, nextAtMs: null })
    return null
  }

  /** @returns `stop` when the network will give no other day either */
  async #pullDay(pulled: Pulled, day: PulledDay): Promise<Fault | 'stop' | null> {
    const { store, nowMs } = this.#services.networks
    const { id } = pulled.connection
    try {
      const outcome = await pullDay(pulled, day, this.#services)
      await pulled.assertLease()
      await store.days.put(id, outcome.day)
      const { fault } = outcome
      if (fault === null) {
        await store.change(id, { pulledAtMs: nowMs(), backOff: null })
        return null
      }
      if (fault.kind === 'credential-refused') {
        const problem = { kind: 'fault', fault: fault.kind, message: fault.message } as const
        await store.change(id, { state: 'refused', problem })
        return 'stop'
      }
      return fault.kind === 'not-ready' ? null : fault
    } catch (error) {
      await pulled.assertLease()
      // A part of it may have been imported before.
      const now = (await store.days.get(id, day.day)) ?? day
      const failures = day.failures + 1
      if (!(error instanceof Refusal)) {
        // Whatever failed here, the network is not asked for the same again at once.
        const nextAtMs = retryAtMs({ kind: 'try-later', message: '' }, failures, nowMs())
        await store.days.put(id, { ...now, failures, nextAtMs })
        throw error
      }
      const { code, facts } = error
      if (pulled.connection.backOff) await store.change(id, { backOff: null })
      await store.days.put(id, {
        ...{ ...now, stated: day.stated },
        state: day.state === 'held' ? 'held' : 'failed',
        failures,
        // Figures that are refused once are refused again, until somebody changes something.
        nextAtMs: nowMs() + dayMs / 4,
        problem: { kind: 'refusal', code, facts },
      })
      return null
    }
  }

  async addDays(id: number, { firstDay, lastDay }: DaySpan): Promise<void> {
    const { store, nowMs } = this.#services.networks
    const length = Math.max(dayCount({ firstDay, lastDay }), 0)
    const days = Array.from({ length }, (_, nth) => ({
      ...{ day: addDays(firstDay, nth), nextAtMs: nowMs() },
    }))
    await store.days.add(id, days)
  }

  /** Adds the days that ended since the last ones were added. */
  async #addDays({ connection, access, rules }: Pulled): Promise<void> {
    const { store, nowMs } = this.#services.networks
    const { lastDay } = reportedDays(access.connector, rules, nowMs())
    const known = await store.days.last(connection.id)
    const firstDay = known === null ? connection.firstDay : addDays(known, 1)
    const days = Array.from({ length: Math.max(dayCount({ firstDay, lastDay }), 0) }, (_, nth) => {
      const day = addDays(firstDay, nth)
      return { day, nextAtMs: readyAtMs(day, rules) }
    })
    if (days.length > 0) await store.days.add(connection.id, days)
  }
}

const isWaiting = (backOff: BackOff | null, nowMs: number): boolean =>
  backOff !== null && backOff.untilMs > nowMs

const isWithin = (day: Day, span?: DaySpan): boolean =>
  span === undefined || (day >= span.firstDay && day <= span.lastDay)
