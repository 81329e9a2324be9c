import type { FinalityRules } from '../../ledger/finality.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Stores finality rules in the relational store. */
export class RelationalFinalityRules implements FinalityRules {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async all(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.reads
      .selectFrom('finality_rules')
      .selectAll()
      .orderBy('network')
      .execute()
    return new Map(rows.map((row) => [row.network, row.final_after_days]))
  }

  async set(network: string, finalAfterDays: number): Promise<void> {
    await this.#database.writes
      .insertInto('finality_rules')
      .values({ network, final_after_days: finalAfterDays })
      .onConflict((conflict) =>
        conflict.column('network').doUpdateSet({ final_after_days: finalAfterDays }),
      )
      .execute()
  }
}
