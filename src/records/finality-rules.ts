import type { AskedDays, RulesByNetwork } from '../ledger/finality.ts'
import { removed } from './connection-row.ts'
import type { RelationalDatabase } from './relational-database.ts'

/** When each network's figures are final. */
export class FinalityRules {
  readonly #database: RelationalDatabase
  readonly #ofNetworks: (asked: readonly AskedDays[]) => RulesByNetwork

  /** @param ofNetworks the networks' own rules, where connections ask for days that long */
  constructor(
    database: RelationalDatabase,
    ofNetworks: (asked: readonly AskedDays[]) => RulesByNetwork,
  ) {
    this.#database = database
    this.#ofNetworks = ofNetworks
  }

  /**
   * The networks' own rules, and those that were set instead of them. Own rules are not shorter than connections of
   * the account ask for days again.
   *
   * @param account null for no connections
   * @throws StoreUnavailableError
   */
  async all(account: number | null): Promise<RulesByNetwork> {
    const asked = await this.#database.reads
      .selectFrom('connections')
      .select(['connector', 'rereadDays', 'sweepDays'])
      .where('accountId', '=', account)
      .where('state', '<>', removed)
      .execute()
    const rows = await this.#database.reads
      .selectFrom('finalityRules')
      .selectAll()
      .orderBy('network')
      .execute()
    const set = rows.map(
      ({ network, finalAfterDays: days }) =>
        [network, { days, daysAfterMonth: null, isSet: true }] as const,
    )
    return new Map([...this.#ofNetworks(asked), ...set])
  }

  /** @throws StoreUnavailableError */
  async set(network: string, finalAfterDays: number): Promise<void> {
    await this.#database.writes
      .insertInto('finalityRules')
      .values({ network, finalAfterDays })
      .onConflict((conflict) => conflict.column('network').doUpdateSet({ finalAfterDays }))
      .execute()
  }
}
