import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Limits, ownLimits } from '../../limits/limits.ts'

const answerTimeoutMs = 500
const connectTimeoutMs = 2_000
const longestRetryMs = 2_000

/** Counters in Valkey or Redis, shared by every process that counts there. */
export class SharedLimits {
  readonly #client: Redis

  /**
   * Connects in the background. While the server is away each process counts for itself, and
   * returns to the shared counters when it is back.
   *
   * @param warn hears when it goes away and when it is back
   */
  constructor(url: string, warn: (message: string) => void) {
    this.#client = new Redis(url, {
      // What cannot be counted at once is counted here.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: connectTimeoutMs,
      commandTimeout: answerTimeoutMs,
      // A server that hangs is away too: only the first requests find out by waiting.
      socketTimeout: answerTimeoutMs,
      retryStrategy: (attempt) => Math.min(attempt * 100, longestRetryMs),
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

  readonly limits: Limits = (name, limit) => {
    const prefixed = `adtally:${name}`
    return new RateLimiterRedis({
      points: limit.points,
      // A counter expires by itself.
      duration: limit.durationSeconds,
      keyPrefix: prefixed,
      storeClient: this.#client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: ownLimits(prefixed, limit),
    })
  }

  close(): void {
    // A connection that is not ready yet ends with an error, of which there is nothing to say.
    this.#client.removeAllListeners('error').on('error', () => undefined)
    this.#client.disconnect()
  }
}
