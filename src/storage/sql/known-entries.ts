import type { LedgerEntries, LedgerEntry } from '../../ledger/figure-ledger.ts'

/** Facts of an entry that never change. */
export type EntryFacts = Pick<LedgerEntry, 'committedAtMs' | 'dayZone'>

/** Reads the facts of each entry once. */
export class KnownEntries {
  readonly #entries: LedgerEntries
  readonly #facts = new Map<number, EntryFacts>()

  constructor(entries: LedgerEntries) {
    this.#entries = entries
  }

  /**
   * @param ids of committed entries, in any order, repeated or not
   * @returns the facts of these entries and others, by id
   */
  async factsOf(ids: readonly number[]): Promise<ReadonlyMap<number, EntryFacts>> {
    const unknown = new Set<number>()
    for (const id of ids) if (!this.#facts.has(id)) unknown.add(id)
    if (unknown.size > 0) {
      for (const { id, committedAtMs, dayZone } of await this.#entries.byIds([...unknown])) {
        this.#facts.set(id, { committedAtMs, dayZone })
      }
    }
    return this.#facts
  }
}
