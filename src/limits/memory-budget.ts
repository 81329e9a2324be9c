import { LRUCache } from 'lru-cache'

/** Values of one kind, each under a text. */
export interface Shelf<Value extends object> {
  /**
   * Makes the value the one that was used last.
   *
   * @param use counts the value until it ends, also when the value is dropped meanwhile
   */
  get(key: string, use?: MemoryUse): Value | undefined
  /**
   * Keeps a value. Those that were used longest ago make room for it, on whatever shelf they are.
   *
   * @param bytes what it takes, at least 1
   * @returns whether it is kept: not when it takes more than a quarter of the budget, or what is in use
   *   leaves no room
   */
  set(key: string, value: Value, bytes: number): boolean
  delete(key: string): void
}

/** One value may take this part of the budget, so that it never empties all shelves. */
const largestShare = 1 / 4
/** Values in use may take this part when more memory is reserved. */
const reservedShare = 1 / 2
/** The bytes that the cache itself takes for a value, about. */
const overheadBytes = 300

/** A kept value. */
interface Entry {
  readonly value: object
  readonly bytes: number
  isKept: boolean
  uses: number
}

/** The memory of a budget that is in use. */
interface Counts {
  readonly maxReserved: number
  /** Reserved memory, and values that are used. */
  used: number
  /** The part of it that is on no shelf. */
  apart: number
  readonly makeRoom: () => void
}

/** Memory that somebody uses for a while, such as an answer until its last byte is sent. */
export class MemoryUse implements Disposable {
  readonly #counts: Counts
  readonly #entries: Entry[] = []
  #reserved = 0

  constructor(counts: Counts) {
    this.#counts = counts
  }

  /** Counts a value, which keeps its memory while it is used. */
  add(entry: Entry): void {
    if (entry.uses++ === 0) this.#counts.used += entry.bytes
    this.#entries.push(entry)
  }

  /**
   * Counts more memory. Kept values make room for it.
   *
   * @returns false when too much is in use, and nothing was counted
   */
  reserve(bytes: number): boolean {
    const counts = this.#counts
    if (counts.used + bytes > counts.maxReserved) return false
    this.#reserved += bytes
    counts.used += bytes
    counts.apart += bytes
    counts.makeRoom()
    return true
  }

  [Symbol.dispose](): void {
    const counts = this.#counts
    for (const entry of this.#entries.splice(0)) {
      entry.uses -= 1
      if (entry.uses > 0) continue
      counts.used -= entry.bytes
      if (!entry.isKept) counts.apart -= entry.bytes
    }
    counts.used -= this.#reserved
    counts.apart -= this.#reserved
    this.#reserved = 0
  }
}

/** Memory for values that can be made again, and for what is in use, within one bound of bytes for all of it. */
export class MemoryBudget {
  readonly maxBytes: number
  readonly #values: LRUCache<string, Entry> | null
  readonly #counts: Counts
  #evictions = 0

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
    const makeRoom = () => {
      while (this.bytes > maxBytes && this.#values?.pop()) {}
    }
    this.#counts = { maxReserved: maxBytes * reservedShare, used: 0, apart: 0, makeRoom }
    const maxEntrySize = Math.floor(maxBytes * largestShare)
    const dispose = (entry: Entry, _: string, reason: LRUCache.DisposeReason) => {
      entry.isKept = false
      if (reason === 'evict') this.#evictions++
      if (entry.uses > 0) this.#counts.apart += entry.bytes
    }
    this.#values =
      maxEntrySize < 1 ? null : new LRUCache({ maxSize: maxBytes, maxEntrySize, dispose })
  }

  /** The bytes of all kept values, and of all that is in use. */
  get bytes(): number {
    return (this.#values?.calculatedSize ?? 0) + this.#counts.apart
  }

  /** The most that one value may take. */
  get largestBytes(): number {
    return Math.max(0, (this.#values?.maxEntrySize ?? 0) - overheadBytes)
  }

  /** How many values have made room for others. */
  get evictions(): number {
    return this.#evictions
  }

  /** Begins to use memory. */
  use(): MemoryUse {
    return new MemoryUse(this.#counts)
  }

  /** @param name the kind of the values; two shelves with one name are the same */
  shelf<Value extends object>(name: string): Shelf<Value> {
    const values = this.#values
    const placeOf = (key: string) => `${name} ${key}`
    return {
      get: (key, use) => {
        const entry = values?.get(placeOf(key))
        if (entry && use) use.add(entry)
        return entry?.value as Value | undefined
      },
      set: (key, value, bytes) => {
        if (!values) return false
        const place = placeOf(key)
        const size = Math.ceil(bytes) + overheadBytes + 2 * place.length
        values.delete(place)
        if (size > values.maxEntrySize || this.#counts.used + size > this.maxBytes) return false
        values.set(place, { value, bytes: size, isKept: true, uses: 0 }, { size })
        this.#counts.makeRoom()
        return true
      },
      delete: (key) => {
        values?.delete(placeOf(key))
      },
    }
  }
}
