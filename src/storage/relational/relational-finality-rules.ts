import type { FinalityRules, RulesByNetwork } from '../../ledger/finality.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** Stores the finality rules that people set in the relational store. */
export class RelationalFinalityRules implements FinalityRules {
  readonly #database: RelationalDatabase
  readonly #ofNetworks: RulesByNetwork

  /** @param ofNetworks the networks' own rules */
  constructor(database: RelationalDatabase, ofNetworks: RulesByNetwork = new Map()) {
    this.#database = database
    this.#ofNetworks = ofNetworks
  }

  async all(): Promise<RulesByNetwork> {
    const rows = await this.#database.reads
      .selectFrom('finality_rules')
      .selectAll()
      .orderBy('network')
      .execute()
    const set = rows.map(
      ({ network, final_after_days: days }) =>
        [network, { days, daysAfterMonth: null, isSet: true }] as const,
    )
    return new Map([...this.#ofNetworks, ...set])
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
