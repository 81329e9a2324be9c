import { Gauge, Registry } from 'prom-client'
import type { CallAs } from '../use-cases/use-case.ts'
import { DeliveryMetrics } from './delivery-metrics.ts'
import { EngineMetrics } from './engine-metrics.ts'
import { ImportMetrics } from './import-metrics.ts'
import { addLiveMetric, type LiveMetric } from './live-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { PullMetrics } from './pull-metrics.ts'
import { type MetricsPart, ReadPart } from './read-part.ts'
import { RequestMetrics } from './request-metrics.ts'
import { StatementMetrics } from './statement-metrics.ts'

/** The metrics of one server. */
export class Metrics {
  readonly registry = new Registry()
  readonly requests = new RequestMetrics(this.registry)
  readonly engine = new EngineMetrics(this.registry)
  readonly pulls = new PullMetrics(this.registry)
  readonly deliveries = new DeliveryMetrics(this.registry)
  readonly statements = new StatementMetrics(this.registry)
  readonly imports: ImportMetrics
  readonly contentType: string = this.registry.contentType
  readonly #unavailable = new Gauge({
    name: 'adtally_metrics_unavailable',
    help: 'Whether a part of the metrics could not be read in time: then its series are missing.',
    labelNames: ['part'],
    registers: [this.registry],
  })
  readonly #parts: ReadPart[] = []

  /** @param sources the names of all sources of reports */
  constructor(sources: Iterable<string>) {
    this.imports = new ImportMetrics(this.registry, sources)
  }

  /** The same calls, with imports of figures and statements counted. */
  measure(callAs: CallAs): CallAs {
    return this.statements.measure(this.imports.measure(callAs))
  }

  addPart(part: MetricsPart): void {
    this.#parts.push(new ReadPart(part))
  }

  addLive(metrics: readonly LiveMetric[]): void {
    for (const metric of metrics) addLiveMetric(this.registry, metric)
  }

  /** All metrics in Prometheus' text format. A part whose store does not answer is left out. */
  async scrape(): Promise<string> {
    const read = this.#parts.map(async (part) => [part.name, await part.refresh()] as const)
    for (const [part, isRead] of await Promise.all(read)) {
      this.#unavailable.set({ part }, isRead ? 0 : 1)
    }
    return `${await this.registry.metrics()}\n${await processMetrics().metrics()}`
  }
}
