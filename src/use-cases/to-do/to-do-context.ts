import type { Connection } from '../../connections/connection.ts'
import type { MissingDay } from '../../insight/missing.ts'
import { silentDays } from '../../insight/reported.ts'
import { type Principal, scopeText } from '../../publishers/principal.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { sources } from '../../sources/all-sources.ts'
import { addDays, type Day, type DaySpan, dayOf } from '../../values/day.ts'
import { findMissing } from '../insight/find-missing.ts'
import type { Services } from '../services.ts'

/** A connection, and the network whose own reports it fetches; null for a mediation. */
export interface NetworkConnection {
  readonly connection: Connection
  readonly network: string | null
}

/** For whom things to do are looked for, and what several kinds look at, which is read once. */
export class ToDoContext {
  readonly services: Services
  readonly principal: Principal
  readonly signal: AbortSignal
  #connections: Promise<NetworkConnection[]> | null = null
  #missing: Promise<MissingDay[]> | null = null

  constructor(services: Services, principal: Principal, signal: AbortSignal) {
    this.services = services
    this.principal = principal
    this.signal = signal
  }

  get today(): Day {
    return dayOf(this.services.now().getTime())
  }

  /** So many days up to yesterday. */
  lastDays(count: number): DaySpan {
    return { firstDay: addDays(this.today, -count), lastDay: addDays(this.today, -1) }
  }

  /** The account's connections; none for a user who sees only some apps. */
  connections(): Promise<NetworkConnection[]> {
    this.#connections ??= this.#listConnections()
    return this.#connections
  }

  /** Days that are over and missing, of networks in use. */
  missing(): Promise<MissingDay[]> {
    this.#missing ??= this.remembered('missing days', async () => ({
      days: await this.#findMissing(),
    })).then(({ days }) => days)
    return this.#missing
  }

  /** Makes a value of the current figures once, until they change or the day ends. */
  async remembered<Value extends object>(name: string, make: () => Promise<Value>): Promise<Value> {
    const { figures, ledgerMemory } = this.services
    const shelf = ledgerMemory.shelf<Value>(`to do: ${name}`)
    const { generation, entry } = await figures.states.of(this.principal.account.id)
    const key = `${generation} ${entry} ${this.today} ${scopeText(this.principal)}`
    const kept = shelf.get(key)
    if (kept) return kept
    const made = await make()
    shelf.set(key, made, valueBytes)
    return made
  }

  #findMissing(): Promise<MissingDay[]> {
    const { today } = this
    const from = { ...this.services, today: () => today }
    return findMissing(from, this.principal, this.lastDays(silentDays), this.signal)
  }

  async #listConnections(): Promise<NetworkConnection[]> {
    const { account, apps } = this.principal
    if (apps !== null) return []
    const found = await this.services.networks.store.list(account.id)
    return found.map((connection) => ({ connection, network: networkOf(connection) }))
  }
}

/** About what the missing days or the gaps of an account take. */
const valueBytes = 20_000

function networkOf({ connector: name }: Connection): string | null {
  const connector = connectors.get(name)
  if (connector?.kind !== 'network') return null
  return sources.get(connector.source)?.network ?? null
}
