/** What a process used between two moments. */
export interface ProcessUsage {
  /** The longest time that the main thread was blocked, in milliseconds. */
  readonly longestBlockMs: number
  /** Resident memory when the watch began, in bytes. */
  readonly firstRssBytes: number
  /** The most resident memory since then, in bytes. */
  readonly peakRssBytes: number
  /** The most JavaScript memory (heap and buffers) beyond that at the start, in bytes. */
  readonly scriptGrowthBytes: number
  /** Processor time of all threads since the watch began, in milliseconds. */
  readonly processorMs: number
}

const memoryIntervalMs = 20

/** Watches its own process: a 1 ms timer shows how long the main thread was blocked. */
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

  /** Starts a new measurement. */
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

  look(): ProcessUsage {
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
