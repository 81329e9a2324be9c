import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DecidedImport } from '../staging/import-pulled.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import { type FiguresRequest, importFigures } from '../use-cases/import-figures.ts'
import type { Call, CallAs } from '../use-cases/use-case.ts'
import { CancelledError } from '../values/cancelled-error.ts'
import { Refusal } from '../values/refusal.ts'
import { importBuckets } from './buckets.ts'

/**
 * - `imported`: figures changed
 * - `unchanged`: all figures that it stated were the same as before; slices that it left out may have ended
 * - `refused`: the files, the apps or the request were not accepted
 * - `cancelled`: the client or the process ended
 * - `failed`: Adtally could not store it; the log says why
 */
export type ImportOutcome = 'imported' | 'unchanged' | 'refused' | 'cancelled' | 'failed'

/** Counts all imports of figures of this process. */
export class ImportMetrics {
  readonly #imports: Counter<'source' | 'outcome'>
  readonly #rows: Counter<'source'>
  readonly #durations: Histogram<'outcome'>
  readonly #running: Gauge
  readonly #knownSources: ReadonlySet<string>

  /** @param knownSources names of sources; a request may contain any text */
  constructor(registry: Registry, knownSources: Iterable<string>) {
    const registers = [registry]
    this.#knownSources = new Set(knownSources)
    this.#imports = new Counter({
      name: 'adtally_imports_total',
      help: 'Imports of figures by this process.',
      labelNames: ['source', 'outcome'],
      registers,
    })
    this.#rows = new Counter({
      name: 'adtally_import_rows_total',
      help: 'Rows of committed imports.',
      labelNames: ['source'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'adtally_import_duration_seconds',
      help: 'From the received files to the commit.',
      labelNames: ['outcome'],
      buckets: importBuckets,
      registers,
    })
    this.#running = new Gauge({
      name: 'adtally_imports_running',
      help: 'Imports of figures under way.',
      registers,
    })
  }

  /** The same calls, measured. */
  measure(callAs: CallAs): CallAs {
    return (actor) => {
      const call = callAs(actor)
      const measured: Call = (useCase, request, io) => {
        const run = () => call(useCase, request, io)
        return useCase.name === importFigures.name ? this.#measured(request, run) : run()
      }
      return measured
    }
  }

  async #measured<Result>(request: unknown, run: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now()
    const end = (source: string, outcome: ImportOutcome) => {
      this.#imports.inc({ source, outcome })
      this.#durations.observe({ outcome }, (performance.now() - startedMs) / 1_000)
    }
    this.#running.inc()
    try {
      const result = await run()
      const summary = summaryOf(result as ImportSummary | DecidedImport<unknown>)
      if (!summary) return result
      const { source, rows, slices, unchanged_slices: unchanged } = summary
      end(source, slices === unchanged ? 'unchanged' : 'imported')
      this.#rows.inc({ source }, rows)
      return result
    } catch (error) {
      end(this.#sourceOf(request), outcomeOf(error))
      throw error
    } finally {
      this.#running.dec()
    }
  }

  /** The source that a request names. Whose report a refused file is may be unknown. */
  #sourceOf(request: unknown): string {
    const { source = 'auto' } = request as FiguresRequest
    return this.#knownSources.has(source) ? source : 'unknown'
  }
}

/** @returns null for a pulled report that was not booked */
const summaryOf = (result: ImportSummary | DecidedImport<unknown>): ImportSummary | null =>
  'decision' in result ? result.summary : result

/** The outcome of an import that threw. */
export function outcomeOf(error: unknown): ImportOutcome {
  if (error instanceof Refusal) return 'refused'
  return error instanceof CancelledError ? 'cancelled' : 'failed'
}
