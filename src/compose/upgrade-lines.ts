import type { UpgradeProgress } from '../storage/upgrades/migration.ts'

/** A shorter upgrade of a store has no lines of progress. */
const quietMs = 1_000

/** Words the upgrades of an installation's stores for the operator. */
export class UpgradeLines {
  readonly #print: (line: string) => void
  readonly #nowMs: () => number
  readonly #upgraded: string[] = []
  readonly #copies: string[] = []
  #startedMs: number | null = null

  constructor(print: (line: string) => void, nowMs = () => performance.now()) {
    this.#print = print
    this.#nowMs = nowMs
  }

  /** Prints how far a long upgrade is. */
  readonly update = ({ place, migration, position, count, share, copy }: UpgradeProgress): void => {
    this.#startedMs ??= this.#nowMs()
    if (share === 1 && position === count) {
      this.#upgraded.push(place)
      if (copy !== null) this.#copies.push(copy)
      this.#startedMs = null
    } else if (this.#nowMs() - this.#startedMs >= quietMs) {
      const percent = Math.floor(share * 100)
      this.#print(`Upgrading ${place}: ${migration} (${position} of ${count}), ${percent} %.`)
    }
  }

  /** Prints which stores were upgraded, in one line; nothing when none was. */
  end(): void {
    if (this.#upgraded.length === 0) return
    const copies = this.#copies.join(' and ')
    const kept = copies && ` Copies from before, kept for 30 days: ${copies}.`
    this.#print(`Upgraded ${this.#upgraded.join(' and ')}.${kept}`)
  }
}
