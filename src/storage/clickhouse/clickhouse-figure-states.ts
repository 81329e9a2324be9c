import type { JournalState } from '../../ledger/journal.ts'
import type { FigureEntries } from '../../records/figure-entries.ts'
import type { AppMonth, FigureStates, FiguresAt } from '../../reporting/report-store.ts'
import { changedMonths, toAppMonths } from '../sql/changed-months.ts'
import { figuresVersion } from '../sql/figures-version.ts'
import { boundValues, clickhouseDialect } from './clickhouse-dialect.ts'
import type { ClickhouseConnection } from './connection.ts'
import type { LabelCache } from './label-cache.ts'

/** The states of the figures in a journal, by its ledger. */
export class ClickhouseFigureStates implements FigureStates {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #ledger: FigureEntries
  readonly #labels: LabelCache

  /**
   * @param entries may answer with states of a moment ago
   * @param ledger the same without memory
   */
  constructor(
    connection: ClickhouseConnection,
    entries: FigureEntries,
    ledger: FigureEntries,
    labels: LabelCache,
  ) {
    this.#connection = connection
    this.#entries = entries
    this.#ledger = ledger
    this.#labels = labels
  }

  async version(): Promise<string> {
    return figuresVersion(await this.#ledger.state())
  }

  async of(account: number): Promise<FiguresAt> {
    const { identity, ...state } = await this.#entries.stateOf(account)
    const { generation, entry: last } = state
    return { version: figuresVersion({ identity, generation, last }), ...state }
  }

  async changedSince(account: number, entry: number): Promise<readonly AppMonth[] | null> {
    const last = (await this.#entries.stateOf(account)).entry
    if (last === entry) return []
    if (last < entry) return null
    const state = await this.#entries.state()
    const dialect = clickhouseDialect(await this.#labels.at(0), state)
    const { text, parameters } = changedMonths(dialect, account, entry)
    return toAppMonths(await this.#connection.rows(text, boundValues(parameters)))
  }

  async asOf(timeMs: number | null): Promise<FiguresAt> {
    const state = await this.#ledger.state()
    const at = timeMs === null ? state.last : await this.#ledger.entryAt(timeMs)
    return (await this.#stateAt(state, Math.min(state.last, at)))!
  }

  async after(entry: number): Promise<FiguresAt | null> {
    const state = await this.#entries.state(entry)
    return entry >= 0 && entry <= state.last ? this.#stateAt(state, entry) : null
  }

  async probe(): Promise<void> {
    // No account has this id. Every shard is asked, and reads as little as it can.
    await Promise.all(
      ['figures', 'slices'].map((table) =>
        this.#connection.rows(`SELECT count() FROM ${table} WHERE account = 0`),
      ),
    )
  }

  /** @returns null when the entry was not committed */
  async #stateAt(state: JournalState, entry: number): Promise<FiguresAt | null> {
    const { generation } = state
    const version = figuresVersion({ ...state, last: entry })
    if (entry === 0) return { version, generation, entry, committedAtMs: null }
    const [found] = await this.#entries.byIds([entry])
    return found ? { version, generation, entry, committedAtMs: found.committedAtMs } : null
  }
}
