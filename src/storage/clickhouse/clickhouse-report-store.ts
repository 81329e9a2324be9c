import type { FigureEntries, JournalState } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { AppMonth, FiguresAt, ReportRows, ReportStore } from '../../reporting/report-store.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import { changedMonths, toAppMonths } from '../sql/changed-months.ts'
import { figuresVersion } from '../sql/figures-version.ts'
import { boundValues, clickhouseDialect } from './clickhouse-dialect.ts'
import type { ClickhouseConnection } from './connection.ts'
import { JournalReader } from './journal-reader.ts'
import { LabelCache } from './label-cache.ts'

/** Answers report plans from a journal in ClickHouse and its ledger. */
export class ClickhouseReportStore implements ReportStore {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #ledger: FigureEntries
  readonly #labels: LabelCache

  /**
   * @param entries may answer with states of a moment ago
   * @param ledger the same without memory, for answers that also list the ledger
   */
  constructor(connection: ClickhouseConnection, entries: FigureEntries, ledger = entries) {
    this.#connection = connection
    this.#entries = entries
    this.#ledger = ledger
    this.#labels = new LabelCache(entries)
  }

  async version(): Promise<string> {
    return figuresVersion(await this.#ledger.state())
  }

  async stateOf(account: number): Promise<FiguresAt> {
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

  async stateAsOf(asOfMs: number | null): Promise<FiguresAt> {
    const state = await this.#ledger.state()
    const at = asOfMs === null ? state.last : await this.#ledger.entryAt(asOfMs)
    return (await this.#stateAt(state, Math.min(state.last, at)))!
  }

  async stateAfter(entry: number): Promise<FiguresAt | null> {
    const state = await this.#entries.state(entry)
    return entry >= 0 && entry <= state.last ? this.#stateAt(state, entry) : null
  }

  async countRows(plan: ReportPlan, signal: AbortSignal): Promise<number> {
    const reader = await this.#reader([plan], signal)
    return reader.count(plan)
  }

  async answers(): Promise<void> {
    // No account has this id. Every shard is asked, and reads as little as it can.
    await Promise.all(
      ['figures', 'slices'].map((table) =>
        this.#connection.rows(`SELECT count() FROM ${table} WHERE account = 0`),
      ),
    )
  }

  async *query(plans: readonly ReportPlan[], signal: AbortSignal): AsyncGenerator<ReportRows> {
    yield* answerPlans(plans, await this.#reader(plans, signal))
  }

  /** A reader of a state that has the entries of the plans. */
  async #reader(plans: readonly ReportPlan[], signal: AbortSignal): Promise<JournalReader> {
    signal.throwIfAborted()
    const state = await this.#entries.state(Math.max(0, ...plans.map(({ entry = 0 }) => entry)))
    const labels = await this.#labels.at(state.last)
    const entryAt = (epochMs: number) => this.#entries.entryAt(epochMs)
    return new JournalReader(this.#connection, { ...state, labels, entryAt }, signal)
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
