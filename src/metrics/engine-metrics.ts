import { Counter, Histogram, type Registry } from 'prom-client'
import type { ReportPlan } from '../reporting/report-plan.ts'
import type { ReportChunk, ReportRows, ReportStore } from '../reporting/report-store.ts'
import { durationBuckets } from './buckets.ts'

/** Times what is asked of the engine that stores the figures. */
export class EngineMetrics {
  readonly #firstRows: Histogram
  readonly #busySeconds: Counter
  readonly #rows: Counter

  constructor(registry: Registry) {
    const registers = [registry]
    this.#firstRows = new Histogram({
      name: 'adtally_engine_question_duration_seconds',
      help: 'Until the engine gives the first rows of an answer, with its wait for a place.',
      buckets: durationBuckets,
      registers,
    })
    this.#busySeconds = new Counter({
      name: 'adtally_engine_seconds_total',
      help: 'Time that answers waited for the engine, until their last rows.',
      registers,
    })
    this.#rows = new Counter({
      name: 'adtally_engine_rows_total',
      help: 'Rows that the engine gave.',
      registers,
    })
  }

  /** The same store, measured. */
  measure(engine: ReportStore): ReportStore {
    return {
      states: engine.states,
      countRows: (plan, signal) => this.#first(() => engine.countRows(plan, signal)),
      query: (plans, signal) => this.#query(engine, plans, signal),
    }
  }

  async *#query(
    engine: ReportStore,
    plans: readonly ReportPlan[],
    signal: AbortSignal,
  ): AsyncGenerator<ReportRows, void, void> {
    const answers = engine.query(plans, signal)
    try {
      // The end of the answers is not asked for: it is no question.
      for (const _plan of plans) {
        const next = await this.#first(() => answers.next())
        if (next.done) return
        yield { ...next.value, chunks: this.#chunks(next.value.chunks) }
      }
    } finally {
      await answers.return()
    }
  }

  async *#chunks(chunks: AsyncIterable<ReportChunk>): AsyncGenerator<ReportChunk> {
    const left = chunks[Symbol.asyncIterator]()
    try {
      for (;;) {
        const startedMs = performance.now()
        const next = await left.next()
        this.#busySeconds.inc((performance.now() - startedMs) / 1_000)
        if (next.done) return
        this.#rows.inc(next.value.rowCount)
        yield next.value
      }
    } finally {
      await left.return?.()
    }
  }

  async #first<Result>(ask: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now()
    try {
      return await ask()
    } finally {
      const seconds = (performance.now() - startedMs) / 1_000
      this.#firstRows.observe(seconds)
      this.#busySeconds.inc(seconds)
    }
  }
}
