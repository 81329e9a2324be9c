import {
  type IRateLimiterOptions,
  RateLimiterMemory,
  type RateLimiterRes,
} from 'rate-limiter-flexible'

type Key = string | number

/**
 * Counters in memory, of which there are never more than so many: the oldest one makes room, which
 * would have expired next.
 */
export class BoundedLimiter extends RateLimiterMemory {
  readonly #maxKeys: number
  /** When each counter expires, the oldest first. */
  readonly #expiresAtMs = new Map<Key, number>()

  constructor(options: IRateLimiterOptions, maxKeys: number) {
    super(options)
    this.#maxKeys = maxKeys
  }

  /** Counters that are kept. */
  get size(): number {
    return this.#expiresAtMs.size
  }

  override consume(key: Key, points?: number): Promise<RateLimiterRes> {
    this.#makeRoom(key)
    return super.consume(key, points)
  }

  override reward(key: Key, points?: number): Promise<RateLimiterRes> {
    this.#makeRoom(key)
    return super.reward(key, points)
  }

  override delete(key: Key): Promise<boolean> {
    this.#expiresAtMs.delete(key)
    return super.delete(key)
  }

  #makeRoom(key: Key): void {
    const nowMs = Date.now()
    const known = this.#expiresAtMs.get(key)
    if (known !== undefined && known > nowMs) return
    this.#expiresAtMs.delete(key)
    for (const [oldest, expiresAtMs] of this.#expiresAtMs) {
      if (expiresAtMs > nowMs && this.#expiresAtMs.size < this.#maxKeys) break
      void this.delete(oldest)
    }
    this.#expiresAtMs.set(key, nowMs + this.duration * 1_000)
  }
}
