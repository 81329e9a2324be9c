import { expect } from 'vitest'
import type { LedgerEntry } from '../../../src/ledger/figure-ledger.ts'
import { NaiveHistory } from '../../property/naive-history.ts'
import { apps, lineOf, sliceOf } from '../crash/operations.ts'
import type { Reading } from './observer.ts'
import type { Command, Operator } from './operator.ts'

/** The expected figures, from the commands that took effect in the order of the ledger. */
export class LedgerStates {
  /** Commands that failed but took effect. */
  unacknowledged = 0
  readonly #history = new NaiveHistory()
  /** Impressions by app after each entry, starting before the first. */
  readonly #states: { id: number; impressions: Record<string, number> }[] = []

  constructor() {
    this.#note(0)
  }

  get last(): number {
    return this.#states.at(-1)!.id
  }

  figures(): string[] {
    return this.#history.figures()
  }

  /** Adds new entries, each made by one command, and expects every acknowledged one among them. */
  follow(entries: readonly LedgerEntry[], operator: Operator): void {
    const from = this.last
    const newer = entries.filter(({ id }) => id > from).sort((one, other) => one.id - other.id)
    for (const entry of newer) {
      const command = operator.madeBy(entry)
      expect(command, `who made ${entry.kind} ${entry.id}`).toBeDefined()
      this.#apply(entry.id, command!)
    }
    const known = new Set(entries.map(({ id }) => id))
    const lost = operator.commands.filter(({ id }) => id !== null && !known.has(id))
    expect(lost).toEqual([])
  }

  /** Expects an answer to show one state, not older than what was acknowledged before. */
  expectKnown({ impressions, since }: Reading): void {
    const isKnown = this.#states.some(
      ({ id, impressions: then }) =>
        id >= since && Object.entries(impressions).every(([app, count]) => then[app] === count),
    )
    expect(isKnown, `after entry ${since}: ${JSON.stringify(impressions)}`).toBe(true)
  }

  #apply(id: number, command: Command): void {
    if (command.failure !== null) {
      this.unacknowledged++
      expect(command.failure, 'it took effect').not.toMatch(/nothing was/i)
      command.id = id
    }
    if (command.undoes !== null) this.#history.undo(command.undoes)
    else {
      const slices = [...Map.groupBy(command.rows, sliceOf)].map(
        ([slice, rows]) => [slice, rows.map(lineOf)] as const,
      )
      this.#history.import(id, new Map(slices))
    }
    this.#note(id)
  }

  #note(id: number): void {
    const impressions = Object.fromEntries(apps.map((app) => [app, 0]))
    for (const line of this.#history.figures()) {
      const [, app = '', , , , count] = line.split(' ')
      impressions[app]! += Number(count)
    }
    this.#states.push({ id, impressions })
  }
}
