import { type Amounts, isNothing, noAmounts, plus } from './amounts.ts'
import type { PairState } from './reported.ts'

/** The app, network and country that figures are about. */
export interface SourceKey {
  /** The app's key. */
  readonly app: number
  readonly network: string
  readonly country: string
}

/** Figures of one of the two ranges. */
export interface ChangeRow extends SourceKey {
  readonly side: 'previous' | 'current'
  /** The state of these days and of those that they are compared with, in the network's reports. */
  readonly state: PairState
  readonly amounts: Amounts
}

/** Figures of one app, network and country by what is known of their days. */
export type Bucket = 'now' | 'before' | 'begun' | 'stopped' | 'unmatchedNow' | 'unmatchedBefore'

const buckets: Readonly<Record<ChangeRow['side'], Partial<Record<PairState, Bucket>>>> = {
  current: { compared: 'now', new: 'begun', unreported_before: 'unmatchedNow' },
  previous: { compared: 'before', ended: 'stopped', unreported: 'unmatchedBefore' },
}

/** The figures of both ranges for an app, network and country. */
export interface Leaf {
  readonly id: string
  readonly key: SourceKey
  readonly sums: Partial<Record<Bucket, Amounts>>
}

/** Adds up figures by app, network and country. The order of the rows does not matter. */
export class Leaves {
  readonly #found = new Map<string, Leaf>()

  get size(): number {
    return this.#found.size
  }

  add({ app, network, country, side, state, amounts }: ChangeRow): void {
    const bucket = buckets[side][state]
    if (!bucket || isNothing(amounts)) return
    const id = `${network} ${country} ${app}`
    let leaf = this.#found.get(id)
    if (!leaf) {
      leaf = { id, key: { app, network, country }, sums: {} }
      this.#found.set(id, leaf)
    }
    leaf.sums[bucket] = plus(leaf.sums[bucket] ?? noAmounts, amounts)
  }

  all(): Leaf[] {
    return [...this.#found.values()]
  }
}
