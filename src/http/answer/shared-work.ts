/** Work that clients with the same question wait for together. It is given up when all of them have gone. */
export class SharedWork<Result> {
  readonly #abort = new AbortController()
  readonly #result: Promise<Result>
  #clients = 0

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#abort.signal)
    // Requests that wait hear of an error; there may be none any more.
    this.#result.catch(() => undefined)
  }

  /** How many wait for it. */
  get clients(): number {
    return this.#clients
  }

  get isGivenUp(): boolean {
    return this.#abort.signal.aborted
  }

  /**
   * Waits for the result, as long as the client is there.
   *
   * @param gone aborts when the client disconnects
   * @returns null when it did; `leave` says that the client needs the work no more
   */
  join(gone: AbortSignal): { readonly result: Promise<Result | null>; readonly leave: () => void } {
    this.#clients++
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      this.#clients--
      if (this.#clients === 0) this.#abort.abort(new Error('All clients disconnected.'))
    }
    const left = new Promise<null>((resolve) => {
      const end = () => {
        leave()
        resolve(null)
      }
      if (gone.aborted) end()
      else gone.addEventListener('abort', end, { once: true })
    })
    return { result: Promise.race([this.#result, left]), leave }
  }
}
