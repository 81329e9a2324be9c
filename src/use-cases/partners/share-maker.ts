import { lastEntryOf } from '../destinations/destination-view.ts'
import { makeShares, type ShareServices } from './make-shares.ts'

/** Keeps the net figures of networks current. */
export class ShareMaker {
  readonly #services: ShareServices
  readonly #warn: (message: string) => void

  constructor(services: ShareServices, warn: (message: string) => void) {
    this.#services = services
    this.#warn = warn
  }

  /** Makes what is due, one network after another. A network that fails does not hold up others. */
  async turn(signal: AbortSignal): Promise<void> {
    const { shareBooks } = this.#services
    for (const { networkId, entry, changedDays } of await shareBooks.progress()) {
      const isCurrent =
        changedDays === null && (await lastEntryOf(this.#services, networkId)) <= entry
      if (isCurrent) continue
      await makeShares(this.#services, networkId, signal).catch((error: Error) => {
        if (!signal.aborted) this.#warn(`Net figures were not made: ${error.message}`)
      })
    }
  }
}
