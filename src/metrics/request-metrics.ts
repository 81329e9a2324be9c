import { Counter, Histogram, type Registry } from 'prom-client'
import { durationBuckets } from './buckets.ts'

/** Counts and times the answers of the public listener. */
export class RequestMetrics {
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #durations: Histogram<'method' | 'route'>

  constructor(registry: Registry) {
    const registers = [registry]
    this.#requests = new Counter({
      name: 'adtally_http_requests_total',
      help: 'Answers of the public listener.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'adtally_http_request_duration_seconds',
      help: 'From the head of a request to the last byte of its answer.',
      labelNames: ['method', 'route'],
      buckets: durationBuckets,
      registers,
    })
  }

  /** @param route the pattern of the address; an address may contain a key */
  answered(method: string, route: string, status: number, durationMs: number): void {
    this.#requests.inc({ method, route, status })
    this.#durations.observe({ method, route }, durationMs / 1_000)
  }
}
