import autocannon from 'autocannon'

/** Parallel clients of every load. */
export const clients = 16

/** A request of a load. */
export interface Address {
  readonly path: string
  /** JSON, sent by POST; GET when absent. */
  readonly body?: string
}

/** A server under load. */
export interface Side {
  readonly server: {
    readonly baseUrl: string
    /** Processor time so far, of all processes and threads, in milliseconds. */
    processorMs(): Promise<number>
  }
  readonly headers: Readonly<Record<string, string>>
}

/** The measurements of a server in one or more loads. */
export class Measured {
  answers = 0
  seconds = 0
  processorMs = 0
  readonly p99Ms: number[] = []

  /** Answers a second. */
  get perSecond(): number {
    return this.answers / this.seconds
  }

  /** Processor time of the server for one answer, in milliseconds. */
  get processorMsEach(): number {
    return this.processorMs / this.answers
  }

  /** Asks each address once, for so long at most, and removes from the list those that were asked. */
  async add({ server, headers }: Side, addresses: Address[], seconds: number): Promise<void> {
    // A small data set has few different requests.
    if (addresses.length === 0) return
    const before = await server.processorMs()
    let turn = 0
    const running = autocannon({
      url: server.baseUrl,
      connections: Math.min(clients, addresses.length),
      timeout: 30,
      amount: addresses.length,
      requests: [
        {
          setupRequest: (request) => {
            const { path, body } = addresses[turn++ % addresses.length]!
            return { ...request, ...(body && { method: 'POST', body }), path, headers }
          },
        },
      ],
    })
    // It is typed as a promise only.
    const timer = setTimeout(() => (running as unknown as { stop(): void }).stop(), seconds * 1_000)
    const { requests, duration, latency, non2xx, errors } = await running
    clearTimeout(timer)
    if (non2xx + errors > 0)
      throw new Error(`${server.baseUrl} refused ${non2xx + errors} requests`)
    this.answers += requests.total
    this.seconds += duration
    this.processorMs += (await server.processorMs()) - before
    this.p99Ms.push(latency.p99)
    // Each client has one more under way when a load ends.
    addresses.splice(0, requests.total + clients)
  }
}
