import type { FigureEntries } from '../../records/figure-entries.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { FigureStates, ReportRows, ReportStore } from '../../reporting/report-store.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import { ClickhouseFigureStates } from './clickhouse-figure-states.ts'
import type { ClickhouseConnection } from './connection.ts'
import { JournalReader } from './journal-reader.ts'
import { LabelCache } from './label-cache.ts'

/** Answers report plans from a journal in ClickHouse and its ledger. */
export class ClickhouseReportStore implements ReportStore {
  readonly states: FigureStates
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #labels: LabelCache

  /**
   * @param entries may answer with states of a moment ago
   * @param ledger the same without memory, for answers that also list the ledger
   */
  constructor(connection: ClickhouseConnection, entries: FigureEntries, ledger = entries) {
    this.#connection = connection
    this.#entries = entries
    this.#labels = new LabelCache(entries)
    this.states = new ClickhouseFigureStates(connection, entries, ledger, this.#labels)
  }

  async countRows(plan: ReportPlan, signal: AbortSignal): Promise<number> {
    const reader = await this.#reader([plan], signal)
    return reader.count(plan)
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
}
