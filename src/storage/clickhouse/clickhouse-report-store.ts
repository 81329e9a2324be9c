import type { FigureEntries } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportRows, ReportStore } from '../../reporting/report-store.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import type { ClickhouseConnection } from './connection.ts'
import { JournalReader } from './journal-reader.ts'
import { LabelCache } from './label-cache.ts'

/** Answers report plans from a journal in ClickHouse and its ledger. */
export class ClickhouseReportStore implements ReportStore {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #labels: LabelCache

  constructor(connection: ClickhouseConnection, entries: FigureEntries) {
    this.#connection = connection
    this.#entries = entries
    this.#labels = new LabelCache(entries)
  }

  async version(): Promise<string> {
    const { identity, last } = await this.#entries.state()
    return `${identity}.${last}`
  }

  async *query(plans: readonly ReportPlan[], signal: AbortSignal): AsyncGenerator<ReportRows> {
    signal.throwIfAborted()
    const state = await this.#entries.state()
    const labels = await this.#labels.at(state.last)
    const entryAt = (epochMs: number) => this.#entries.entryAt(epochMs)
    yield* answerPlans(
      plans,
      new JournalReader(this.#connection, { ...state, labels, entryAt }, signal),
    )
  }
}
