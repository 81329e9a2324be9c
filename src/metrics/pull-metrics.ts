import { Counter, type Registry } from 'prom-client'

/** Counts the days of connections that this process pulled. */
export class PullMetrics {
  readonly #pulls: Counter<'connector' | 'outcome'>

  constructor(registry: Registry) {
    this.#pulls = new Counter({
      name: 'adtally_pulls_total',
      help: 'Days of connections that this process asked networks for.',
      labelNames: ['connector', 'outcome'],
      registers: [registry],
    })
  }

  pulled(connector: string, outcome: string): void {
    this.#pulls.inc({ connector, outcome })
  }
}
