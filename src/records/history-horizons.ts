import type { Horizon } from '../ledger/history.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Remembers the horizon, for figures in files and on servers. */
export class HistoryHorizons {
  readonly #database: Pick<RelationalDatabase, 'reads' | 'writes'>

  constructor(database: Pick<RelationalDatabase, 'reads' | 'writes'>) {
    this.#database = database
  }

  /** @returns null while all history is stored */
  async current(): Promise<Horizon | null> {
    const horizon = await this.#database.reads
      .selectFrom('historyHorizons')
      .select(['entry', 'sinceMs'])
      .orderBy('entry', 'desc')
      .limit(1)
      .executeTakeFirst()
    return horizon ?? null
  }

  /**
   * Moves the horizon. An earlier one than the current one changes nothing: each horizon has a row, so that two
   * processes at once cannot move it back.
   */
  async moveTo({ entry, sinceMs }: Horizon): Promise<void> {
    await this.#database.writes
      .insertInto('historyHorizons')
      .values({ entry, sinceMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Forgets horizons after the last entry of figures that were restored: new entries will get their numbers. */
  async forgetAfter(lastEntry: number): Promise<void> {
    await this.#database.writes
      .deleteFrom('historyHorizons')
      .where('entry', '>', lastEntry)
      .execute()
  }
}
