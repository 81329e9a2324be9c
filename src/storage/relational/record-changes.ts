import { DatabaseSync } from 'node:sqlite'
import { failureOfSqlite } from './sqlite-failure.ts'

/** Tells whether records changed that this process remembers. */
export interface RecordChanges {
  /** How many changes were committed, as of the last {@link refresh}. */
  readonly number: number
  /**
   * Brings the number up to date; await it unless it is null.
   *
   * @throws StoreUnavailableError when the database does not answer
   */
  refresh(): Promise<void> | null
  /** Makes the next {@link refresh} look again. */
  expire(): void
}

/** How old the number may be that other processes may have changed. */
export const maxAgeMs = 100

/**
 * Reads the number when it is needed, and at most once at a time. It may be as old as the age and one
 * query. What this process wrote is counted at once: {@link expire} is called after each of its writes.
 */
export class PolledChanges implements RecordChanges {
  readonly #read: () => Promise<number>
  readonly #maxAgeMs: number
  #number = -1
  #readAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null

  constructor(read: () => Promise<number>, oldestMs = maxAgeMs) {
    this.#read = read
    this.#maxAgeMs = oldestMs
  }

  get number(): number {
    return this.#number
  }

  refresh(): Promise<void> | null {
    if (performance.now() - this.#readAtMs < this.#maxAgeMs) return null
    return this.#reading ?? this.#start()
  }

  expire(): void {
    this.#readAtMs = Number.NEGATIVE_INFINITY
    this.#reading = null
  }

  #start(): Promise<void> {
    const beganMs = performance.now()
    const isLast = () => this.#reading === reading
    const reading = this.#read().then(
      (number) => {
        // Someone may wait for a reading that a write has overtaken.
        if (isLast() || number > this.#number) this.#number = number
        if (!isLast()) return
        this.#readAtMs = beganMs
        this.#reading = null
      },
      (error) => {
        if (isLast()) this.#reading = null
        throw error
      },
    )
    this.#reading = reading
    return reading
  }
}

/**
 * Asks a SQLite file itself, once in a turn of the event loop. Nobody can know of a later change yet: this
 * process writes the file alone, and calls {@link expire} after each of its writes.
 */
export class SqliteChanges implements RecordChanges {
  readonly #path: string
  #opened: ReturnType<typeof openQueries> | null = null
  #number = -1
  #version: unknown
  #isOfThisTurn = false

  constructor(path: string) {
    this.#path = path
  }

  get number(): number {
    return this.#number
  }

  refresh(): null {
    if (this.#isOfThisTurn) return null
    try {
      this.#opened ??= openQueries(this.#path)
      const { version, number } = this.#opened
      // Differs after every commit of another connection.
      const { data_version: found } = version.get()!
      if (found !== this.#version) {
        this.#number = Number(number.get()!.number)
        this.#version = found
      }
      this.#isOfThisTurn = true
      setImmediate(() => this.expire())
      return null
    } catch (error) {
      throw failureOfSqlite(this.#path, error as Error)
    }
  }

  expire(): void {
    this.#isOfThisTurn = false
  }

  close(): void {
    this.#opened?.database.close()
    this.#opened = null
  }
}

function openQueries(path: string) {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  return {
    database,
    version: database.prepare('PRAGMA data_version'),
    number: database.prepare('SELECT number FROM record_changes'),
  }
}
