import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a process used between two moments. */
export interface ProcessUsage {
  /** The longest time that the main thread was blocked, in milliseconds. */
  readonly longestBlockMs: number
  /** The 99th percentile of the times that a timer of 1 ms was late, in milliseconds. */
  readonly blockP99Ms: number
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
const timerMs = 1

/** Watches its own process. */
export class ProcessWatch {
  #timer: NodeJS.Timeout | undefined
  readonly #delays = monitorEventLoopDelay({ resolution: timerMs })
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
    this.#delays.enable()
    this.#delays.reset()
    this.#timer = setInterval(() => this.#readMemory(), memoryIntervalMs)
  }

  look(): ProcessUsage {
    this.#readMemory()
    const { user, system } = process.cpuUsage(this.#firstProcessor)
    return {
      longestBlockMs: lateMs(this.#delays.max),
      blockP99Ms: lateMs(this.#delays.percentile(99)),
      firstRssBytes: this.#firstRssBytes,
      peakRssBytes: this.#peakRssBytes,
      scriptGrowthBytes: this.#peakScriptBytes - this.#firstScriptBytes,
      processorMs: (user + system) / 1_000,
    }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#delays.disable()
  }

  #readMemory(): void {
    const memory = process.memoryUsage()
    this.#peakRssBytes = Math.max(this.#peakRssBytes, memory.rss)
    this.#peakScriptBytes = Math.max(this.#peakScriptBytes, scriptBytes(memory))
  }
}

/** @param delayNs from one firing of the timer to the next */
const lateMs = (delayNs: number) => Math.max(0, delayNs / 1e6 - timerMs)
const scriptBytes = ({ heapUsed, external }: NodeJS.MemoryUsage) => heapUsed + external
