import { lastEntryOf } from './destination-view.ts'
import { type ShippingServices, shipDestination } from './ship-destination.ts'

/** Warehouses that are filled at the same time. */
const atOnce = 4
/** A copy is added up so often, to find what others changed in it. */
const checkEveryMs = 6 * 3_600_000
/** Apps that were renamed, and warehouses that were restored, are noticed so often. */
const lookEveryMs = 600_000

/** Keeps the copies of destinations current. A destination that is slow does not hold up others. */
export class DestinationShipper {
  readonly #services: ShippingServices
  readonly #running = new Map<number, Promise<void>>()
  readonly #checkedAtMs = new Map<number, number>()
  readonly #lookedAtMs = new Map<number, number>()
  readonly #warn: (message: string) => void

  constructor(services: ShippingServices, warn: (message: string) => void) {
    this.#services = services
    this.#warn = warn
  }

  /** Begins the turns that are due. */
  async turn(signal: AbortSignal): Promise<void> {
    const nowMs = this.#services.networks.nowMs()
    await this.#services.destinations.spread()
    for (const { id, accountId, entry, isRefilled } of await this.#services.destinations.due(
      nowMs,
    )) {
      if (this.#running.size >= atOnce) return
      if (this.#running.has(id)) continue
      const isLooked = nowMs - (this.#lookedAtMs.get(id) ?? 0) < lookEveryMs
      const isCurrent = async () => (await lastEntryOf(this.#services, accountId)) === (entry ?? 0)
      if (isLooked && !isRefilled && (await isCurrent())) continue
      const isChecked = nowMs - (this.#checkedAtMs.get(id) ?? 0) >= checkEveryMs
      const work = shipDestination(this.#services, id, isChecked, signal)
        .then((isOurs) => {
          if (!isOurs) return
          this.#lookedAtMs.set(id, nowMs)
          if (isChecked) this.#checkedAtMs.set(id, nowMs)
        })
        .catch((error: Error) => {
          if (!signal.aborted) this.#warn(`A destination was not filled: ${error.message}`)
        })
        .finally(() => this.#running.delete(id))
      this.#running.set(id, work)
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }
}
