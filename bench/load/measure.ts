import { runLoad } from './load.ts'
import type { Address } from './load-types.ts'

/** Parallel clients of every measured load. */
export const clients = 16

/** A server under load, and how to read its processor time. */
export interface Side {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Processor time of the server so far, all processes and threads, in milliseconds. */
  processorMs(): Promise<number>
}

/** What a server did in one or more loads. */
export class Measured {
  answers = 0
  seconds = 0
  processorMs = 0
  readonly p50Ms: number[] = []
  readonly p99Ms: number[] = []

  /** Answers a second. */
  get perSecond(): number {
    return this.answers / this.seconds
  }

  /** Processor time of the server for one answer, in milliseconds. */
  get processorMsEach(): number {
    return this.processorMs / this.answers
  }

  /** Adds what was measured otherwise. */
  addRun(answers: number, seconds: number, processorMs: number): void {
    this.answers += answers
    this.seconds += seconds
    this.processorMs += processorMs
  }

  /** Asks each address once, for so long at most. */
  async addOnce(side: Side, addresses: readonly Address[], seconds: number): Promise<void> {
    await this.#add(side, addresses, seconds, false)
  }

  /** Asks the same addresses again and again. */
  async addAgain(side: Side, addresses: readonly Address[], seconds: number): Promise<void> {
    await this.#add(side, addresses, seconds, true)
  }

  /** Sends requests that the server was never asked. */
  async addFirst(side: Side, addresses: Addresses, seconds: number): Promise<void> {
    const answers = await this.#add(side, addresses.rest, seconds, false)
    // Each client has one more under way when a load ends, and wrk tries the first before it begins.
    addresses.take(answers + clients + 1)
  }

  /** Sends a load of {@link clients}. @returns the answers */
  async #add(
    side: Side,
    addresses: readonly Address[],
    seconds: number,
    again: boolean,
  ): Promise<number> {
    // A small data set has few different requests.
    if (addresses.length === 0) return 0
    const { baseUrl, headers } = side
    const before = await side.processorMs()
    const seen = await runLoad({ baseUrl, headers, addresses, again, seconds, clients })
    this.addRun(seen.answers, seen.seconds, (await side.processorMs()) - before)
    this.p50Ms.push(seen.p50Ms)
    this.p99Ms.push(seen.p99Ms)
    return seen.answers
  }
}

/** A list of requests of which none is sent twice to one server. */
export class Addresses {
  #rest: readonly Address[]

  constructor(all: readonly Address[]) {
    this.#rest = all
  }

  /** Those that were not asked. */
  get rest(): readonly Address[] {
    return this.#rest
  }

  /** The next ones, which count as asked. */
  take(count: number): readonly Address[] {
    const taken = this.#rest.slice(0, count)
    this.#rest = this.#rest.slice(count)
    return taken
  }
}
