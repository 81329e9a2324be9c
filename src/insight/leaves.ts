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

/** The figures of both ranges for an app, network and country, of days that are compared. */
export interface Leaf {
  readonly id: string
  readonly key: SourceKey
  readonly sums: Record<ChangeRow['side'], Amounts>
}

/** Adds up figures by app, network and country. The order of the rows does not matter. */
export class Leaves {
  readonly #found = new Map<string, Leaf>()
  /** Figures of days that their network reported in one of the ranges only. */
  readonly leftOut: Record<ChangeRow['side'], Amounts> = noBoth()

  get size(): number {
    return this.#found.size
  }

  add({ app, network, country, side, state, amounts }: ChangeRow): void {
    if (isNothing(amounts)) return
    if (state !== 'compared') {
      this.leftOut[side] = plus(this.leftOut[side], amounts)
      return
    }
    const id = `${network} ${country} ${app}`
    let leaf = this.#found.get(id)
    if (!leaf) {
      leaf = { id, key: { app, network, country }, sums: noBoth() }
      this.#found.set(id, leaf)
    }
    leaf.sums[side] = plus(leaf.sums[side], amounts)
  }

  all(): Leaf[] {
    return [...this.#found.values()]
  }
}

const noBoth = () => ({ current: noAmounts, previous: noAmounts })
