import { OverloadedError } from '../../values/overloaded-error.ts'

/** Requests that are received, and as many that wait or run, because each has a file on the disk. */
const maxSlots = 16
/** Both together, of one account. */
const maxSlotsOfAccount = 4
const retryAfterSeconds = 5

/** Counts the import requests that a process works on. */
export class ImportSlots {
  readonly #taken = new Set<ImportSlot>()

  /**
   * Reserves a slot for a request that is received. If there is none, the slowest upload of the account with most
   * gives way, unless the account would then have no more than the one that gets its slot.
   *
   * @param nowMs of a clock that never goes back
   * @throws OverloadedError when there is none
   */
  reserve(accountId: number, nowMs = performance.now()): ImportSlot {
    if (this.#of(accountId).length >= maxSlotsOfAccount) throw tooMany(' of this account')
    const received = [...this.#taken].filter(({ isReceived }) => isReceived)
    if (received.length >= maxSlots) this.#makeRoom(accountId, received, nowMs)
    const slot = new ImportSlot(this.#taken, accountId, nowMs)
    this.#taken.add(slot)
    return slot
  }

  #makeRoom(accountId: number, received: readonly ImportSlot[], nowMs: number): void {
    const countOf = (id: number) => received.filter((slot) => slot.accountId === id).length
    const most = Math.max(...received.map((slot) => countOf(slot.accountId)))
    if (most <= countOf(accountId) + 1) throw tooMany('')
    received
      .filter((slot) => countOf(slot.accountId) === most)
      .reduce((one, other) => (other.speed(nowMs) < one.speed(nowMs) ? other : one))
      .giveWay()
  }

  #of(accountId: number): ImportSlot[] {
    return [...this.#taken].filter((slot) => slot.accountId === accountId)
  }
}

/** The slot of one request. */
export class ImportSlot {
  readonly accountId: number
  readonly #taken: Set<ImportSlot>
  readonly #sinceMs: number
  readonly #abort = new AbortController()
  #bytes = 0
  #isReceived = true

  constructor(taken: Set<ImportSlot>, accountId: number, sinceMs: number) {
    this.accountId = accountId
    this.#taken = taken
    this.#sinceMs = sinceMs
  }

  get isReceived(): boolean {
    return this.#isReceived
  }

  /** Aborts with an OverloadedError when the request has to give way. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Bytes for each millisecond. */
  speed(nowMs: number): number {
    return this.#bytes / Math.max(1, nowMs - this.#sinceMs)
  }

  /** Counts bytes that arrived. */
  count(bytes: number): void {
    this.#bytes += bytes
  }

  giveWay(): void {
    this.leave()
    this.#abort.abort(
      new OverloadedError(
        'The upload gave its place to another account: it was the slowest of the account with most uploads. Send it again, fewer at once.',
        retryAfterSeconds,
      ),
    )
  }

  /** The request was received, and will be imported. @throws OverloadedError when too many are */
  beginImport(): void {
    if ([...this.#taken].filter(({ isReceived }) => !isReceived).length >= maxSlots)
      throw tooMany('')
    this.#isReceived = false
  }

  /** Gives the slot back; of no consequence when called again. */
  leave(): void {
    this.#taken.delete(this)
  }
}

const tooMany = (scope: string): OverloadedError =>
  new OverloadedError(
    `Too many imports${scope} are under way; send it again in a moment.`,
    retryAfterSeconds,
  )
