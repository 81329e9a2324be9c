import type { RecordChanges } from '../record-changes.ts'

export interface RememberedBounds<Value> {
  readonly maxCount: number
  readonly maxBytes: number
  /** About how much memory a value takes. */
  readonly bytesOf: (value: Value) => number
}

/**
 * Values that were read from the relational store, until a record changes. The values that were used
 * longest ago make room for new ones.
 */
export class RememberedValues<Value extends object> {
  readonly #changes: RecordChanges
  readonly #bounds: RememberedBounds<Value>
  #number = -1
  #values = new Map<string, { readonly value: Value; readonly bytes: number }>()
  #loading = new Map<string, Promise<Value | null>>()
  #bytes = 0

  constructor(changes: RecordChanges, bounds: RememberedBounds<Value>) {
    this.#changes = changes
    this.#bounds = bounds
  }

  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#values.size
  }

  /**
   * The value of a key, which is read unless it is known. What does not exist is not remembered, so
   * that nobody can fill the memory with it.
   */
  async get(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const refreshed = this.#changes.refresh()
    if (refreshed) await refreshed
    // From here on nothing is awaited until the value is found: a later change counts for later calls.
    if (this.#number !== this.#changes.number) this.#drop(this.#changes.number)
    const known = this.#values.get(key)
    if (known) {
      this.#values.delete(key)
      this.#values.set(key, known)
      return known.value
    }
    return this.#loading.get(key) ?? this.#load(key, read)
  }

  #drop(number: number): void {
    this.#number = number
    this.#values = new Map()
    this.#loading = new Map()
    this.#bytes = 0
  }

  async #load(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const [values, loading] = [this.#values, this.#loading]
    const reading = read()
    loading.set(key, reading)
    try {
      const value = await reading
      if (value && values === this.#values) this.#keep(key, value)
      return value
    } finally {
      loading.delete(key)
    }
  }

  #keep(key: string, value: Value): void {
    const { maxCount, maxBytes, bytesOf } = this.#bounds
    const bytes = bytesOf(value)
    if (bytes > maxBytes) return
    this.#values.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest, { bytes: freed }] of this.#values) {
      if (this.#values.size <= maxCount && this.#bytes <= maxBytes) break
      this.#values.delete(oldest)
      this.#bytes -= freed
    }
  }
}
