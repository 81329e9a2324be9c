/** What was seen of a process between two moments. */
export interface Sighting {
  /** Longest time for which the main thread did nothing but one thing, in milliseconds. */
  readonly longestBlockMs: number
  /** Resident memory when the watch began, in bytes. */
  readonly firstRssBytes: number
  /** Most resident memory seen since, in bytes. */
  readonly peakRssBytes: number
  /** Most JavaScript memory (heap, buffers) above that of the beginning, in bytes. */
  readonly scriptGrowthBytes: number
  /** Processor time of all threads since the watch began, in milliseconds. */
  readonly processorMs: number
}

const memoryIntervalMs = 20

/** Watches the process it runs in: a timer of 1 ms tells how long the main thread was held. */
export class ProcessWatch {
  #timer: NodeJS.Timeout | undefined
  #lastTick = 0
  #lastMemory = 0
  #longestBlockMs = 0
  #firstRssBytes = 0
  #peakRssBytes = 0
  #firstScriptBytes = 0
  #peakScriptBytes = 0
  #firstProcessor = process.cpuUsage()

  /** Begins anew. */
  start(): void {
    clearInterval(this.#timer)
    const memory = process.memoryUsage()
    this.#firstRssBytes = this.#peakRssBytes = memory.rss
    this.#firstScriptBytes = this.#peakScriptBytes = scriptBytes(memory)
    this.#firstProcessor = process.cpuUsage()
    this.#longestBlockMs = 0
    this.#lastTick = this.#lastMemory = performance.now()
    this.#timer = setInterval(() => this.#tick(), 1)
  }

  look(): Sighting {
    this.#tick()
    const { user, system } = process.cpuUsage(this.#firstProcessor)
    return {
      longestBlockMs: this.#longestBlockMs,
      firstRssBytes: this.#firstRssBytes,
      peakRssBytes: this.#peakRssBytes,
      scriptGrowthBytes: this.#peakScriptBytes - this.#firstScriptBytes,
      processorMs: (user + system) / 1_000,
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    this.#longestBlockMs = Math.max(this.#longestBlockMs, now - this.#lastTick - 1)
    if (now - this.#lastMemory >= memoryIntervalMs) {
      const memory = process.memoryUsage()
      this.#peakRssBytes = Math.max(this.#peakRssBytes, memory.rss)
      this.#peakScriptBytes = Math.max(this.#peakScriptBytes, scriptBytes(memory))
      this.#lastMemory = now
    }
    this.#lastTick = performance.now()
  }
}

const scriptBytes = ({ heapUsed, external }: NodeJS.MemoryUsage) => heapUsed + external
