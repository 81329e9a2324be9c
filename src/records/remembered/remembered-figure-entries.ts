import type { AccountState, JournalState } from '../../ledger/journal.ts'
import { FigureEntries } from '../figure-entries.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { RememberedValues } from './remembered-values.ts'

/**
 * Finds the states of a journal in memory. They are those of now, or of a moment ago if another process
 * committed since. For reports only: the ledger and writers read the states themselves.
 */
export class RememberedFigureEntries extends FigureEntries {
  readonly #state: RememberedValues<JournalState>
  readonly #accounts: RememberedValues<AccountState>

  constructor(database: RelationalDatabase) {
    super(database)
    const bytesOf = () => 300
    const one = { maxCount: 1, maxBytes: 1_000, bytesOf }
    this.#state = new RememberedValues(database.writeCount, one)
    const bounds = { maxCount: 20_000, maxBytes: 8 * 2 ** 20, bytesOf }
    this.#accounts = new RememberedValues(database.writeCount, bounds)
  }

  /** @param atLeast an entry that the state has, if it is committed */
  override async state(atLeast = 0): Promise<JournalState> {
    const state = await this.#known()
    if (state.last >= atLeast) return state
    this.#state.clear()
    return this.#known()
  }

  override async stateOf(account: number): Promise<AccountState> {
    const found = (await this.#accounts.get(String(account), () => super.stateOf(account)))!
    // A reader of these figures gets a state of the journal that has their entry.
    await this.state(found.entry)
    return found
  }

  async #known(): Promise<JournalState> {
    return (await this.#state.get('', () => super.state()))!
  }
}
