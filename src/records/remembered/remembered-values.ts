import { LRUCache } from 'lru-cache'

export interface RememberedBounds<Value> {
  readonly maxCount: number
  readonly maxBytes: number
  /** About how much memory a value takes. */
  readonly bytesOf: (value: Value) => number
}

interface Reading<Value> {
  readonly value: Promise<Value | null>
}

/** How old a value may be that another process may have changed. */
export const maxAgeMs = 100

/**
 * Values that were read from the relational store a moment ago, and before no write of this process. The values that
 * were used longest ago make room for new ones.
 */
export class RememberedValues<Value extends object> {
  readonly #writeCount: () => number
  readonly #bytesOf: RememberedBounds<Value>['bytesOf']
  readonly #values: LRUCache<string, Reading<Value>>
  #seenWrites = 0

  /** @param writeCount how often this process has written */
  constructor(
    writeCount: () => number,
    { maxCount, maxBytes, bytesOf }: RememberedBounds<Value>,
    ttl = maxAgeMs,
  ) {
    this.#writeCount = writeCount
    this.#bytesOf = bytesOf
    // Reading the clock for each request costs more than finding the value.
    this.#values = new LRUCache({ max: maxCount, maxSize: maxBytes, ttl, ttlResolution: 10 })
  }

  get bytes(): number {
    return this.#values.calculatedSize
  }

  get count(): number {
    return this.#values.size
  }

  /**
   * The value of a key, which is read unless it is known. What does not exist is not remembered, so
   * that nobody can fill the memory with it.
   */
  get(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const writes = this.#writeCount()
    if (writes !== this.#seenWrites) this.clear()
    this.#seenWrites = writes
    return this.#values.get(key)?.value ?? this.#load(key, read)
  }

  clear(): void {
    this.#values.clear()
  }

  #load(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const reading = { value: read() }
    this.#values.set(key, reading, { size: 1 })
    const keep = (value: Value | null) => {
      // A write may have overtaken the reading.
      if (this.#values.peek(key) !== reading) return
      if (value === null) this.#values.delete(key)
      // It is as old as the beginning of its reading. The size of an equal entry would not be changed.
      else this.#values.set(key, { ...reading }, { size: this.#bytesOf(value), noUpdateTTL: true })
    }
    reading.value.then(keep, () => keep(null))
    return reading.value
  }
}
