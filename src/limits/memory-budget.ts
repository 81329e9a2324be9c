import { LRUCache } from 'lru-cache'

/** Values of one kind, each under a text. */
export interface Shelf<Value extends object> {
  /** Makes the value the one that was used last. */
  get(key: string): Value | undefined
  /**
   * Keeps a value. Those that were used longest ago make room for it, on whatever shelf they are.
   *
   * @param bytes what it takes, at least 1
   * @returns whether it is kept: not when it takes more than a quarter of the budget
   */
  set(key: string, value: Value, bytes: number): boolean
  delete(key: string): void
}

/** One value may take this part of the budget, so that it never empties all shelves. */
const largestShare = 1 / 4
/** What the cache itself takes for a value, about. */
const overheadBytes = 250

/** Memory for values that can be made again, within one bound of bytes for all of them. */
export class MemoryBudget {
  readonly maxBytes: number
  readonly #values: LRUCache<string, object> | null

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
    const maxEntrySize = Math.floor(maxBytes * largestShare)
    this.#values = maxEntrySize < 1 ? null : new LRUCache({ maxSize: maxBytes, maxEntrySize })
  }

  /** The bytes of all kept values. */
  get bytes(): number {
    return this.#values?.calculatedSize ?? 0
  }

  /** The most that one value may take. */
  get largestBytes(): number {
    return Math.max(0, (this.#values?.maxEntrySize ?? 0) - overheadBytes)
  }

  /** @param name the kind of the values; two shelves with one name are the same */
  shelf<Value extends object>(name: string): Shelf<Value> {
    const values = this.#values
    const placeOf = (key: string) => `${name} ${key}`
    return {
      get: (key) => values?.get(placeOf(key)) as Value | undefined,
      set: (key, value, bytes) => {
        if (!values) return false
        const place = placeOf(key)
        const size = Math.ceil(bytes) + overheadBytes + 2 * place.length
        if (size > values.maxEntrySize) {
          values.delete(place)
          return false
        }
        values.set(place, value, { size })
        return true
      },
      delete: (key) => {
        values?.delete(placeOf(key))
      },
    }
  }
}
