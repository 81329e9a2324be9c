import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Limits } from '../../limits/limits.ts'

const answerTimeoutMs = 500
const connectTimeoutMs = 2_000
const maxRetryMs = 2_000

/** Rate-limit counters in Valkey or Redis, shared by all processes. */
export class SharedLimits {
  readonly #client: Redis

  /**
   * Connects in the background. While the server cannot be reached, each process counts by itself.
   *
   * @param warn called when the server becomes unavailable and when it is available again
   */
  constructor(url: string, warn: (message: string) => void) {
    this.#client = new Redis(url, {
      // Requests that cannot be counted at once are counted in this process.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: connectTimeoutMs,
      commandTimeout: answerTimeoutMs,
      // A server that hangs counts as unavailable, so that only the first requests wait.
      socketTimeout: answerTimeoutMs,
      retryStrategy: (attempt) => Math.min(attempt * 100, maxRetryMs),
    })
    let isAway = false
    this.#client.on('error', (error: Error) => {
      if (isAway) return
      isAway = true
      warn(`Valkey is away, so each process limits requests by itself: ${error.message}`)
    })
    this.#client.on('ready', () => {
      if (isAway) warn('Valkey is back: limits are shared again.')
      isAway = false
    })
  }

  readonly limits: Limits = (name, { points, durationSeconds: duration }) => {
    const options = { points, duration, keyPrefix: `adtally:${name}` }
    return new RateLimiterRedis({
      ...options,
      storeClient: this.#client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  }

  close(): void {
    // A connection that is not ready yet ends with an error, which does not matter.
    this.#client.removeAllListeners('error').on('error', () => undefined)
    this.#client.disconnect()
  }
}
