import type { ShareProgress } from '../../partners/partner.ts'
import { lastEntryOf } from '../destinations/destination-view.ts'
import type { Services } from '../services.ts'
import { makeShares, type ShareServices } from './make-shares.ts'

/** What failed is tried again so often. */
const retryAfterMs = 60_000

/** Keeps the net figures of networks current. */
export class ShareMaker {
  readonly #services: ShareServices
  readonly #warn: (message: string) => void
  readonly #failedAtMs = new Map<number, number>()

  constructor(services: ShareServices, warn: (message: string) => void) {
    this.#services = services
    this.#warn = warn
  }

  /** Makes what is due, one network after another. A network that fails does not hold up others. */
  async turn(signal: AbortSignal): Promise<void> {
    const nowMs = this.#services.networks.nowMs()
    for (const networkId of await waitingNetworks(this.#services)) {
      if (nowMs - (this.#failedAtMs.get(networkId) ?? Number.NEGATIVE_INFINITY) < retryAfterMs)
        continue
      await makeShares(this.#services, networkId, signal).catch((error: Error) => {
        if (signal.aborted) return
        this.#failedAtMs.set(networkId, nowMs)
        this.#warn(`Net figures were not made: ${error.message}`)
      })
    }
  }
}

/** The ids of networks whose net figures are not those of the last import and rules. */
export async function waitingNetworks({
  ledger,
  shareBooks,
}: Pick<Services, 'ledger' | 'shareBooks'>): Promise<number[]> {
  const waiting: number[] = []
  const progress = await shareBooks.progress()
  const generation = progress.length > 0 ? await ledger.generation() : 0
  const isMade = async (one: ShareProgress) =>
    one.changedDays === null &&
    one.generation === generation &&
    (await lastEntryOf({ ledger }, one.networkId)) <= one.entry
  for (const one of progress) if (!(await isMade(one))) waiting.push(one.networkId)
  return waiting
}
