import type { FigureEntries } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { FiguresAt, ReportRows, ReportStore } from '../../reporting/report-store.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import { figuresVersion } from '../sql/figures-version.ts'
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
    return figuresVersion(await this.#entries.state())
  }

  async stateAsOf(asOfMs: number | null): Promise<FiguresAt> {
    const state = await this.#entries.state()
    const entry = asOfMs === null ? state.last : await this.#entries.entryAt(asOfMs)
    const [found] = entry === 0 ? [] : await this.#entries.byIds([entry])
    return {
      version: figuresVersion({ ...state, last: entry }),
      generation: state.generation,
      entry,
      committedAtMs: found?.committedAtMs ?? null,
    }
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
