import { OverloadedError } from '../../values/overloaded-error.ts'

/** Uploads and imports under way, because each has a file on the disk. */
const places = 16
/** The same of one account. */
const placesOfAccount = 4
const retryAfterSeconds = 5

/** Counts the import requests that a process works on. */
export class Places {
  readonly #taken = new Map<number, number>()
  #count = 0

  /**
   * @returns gives the place back
   * @throws OverloadedError when there is none
   */
  take(accountId: number): () => void {
    const own = this.#taken.get(accountId) ?? 0
    if (this.#count >= places || own >= placesOfAccount) {
      const whose = own >= placesOfAccount ? ' of this account' : ''
      throw new OverloadedError(
        `Too many imports${whose} are under way; send it again in a moment.`,
        retryAfterSeconds,
      )
    }
    this.#count++
    this.#taken.set(accountId, own + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#count--
      const left = this.#taken.get(accountId)! - 1
      if (left > 0) this.#taken.set(accountId, left)
      else this.#taken.delete(accountId)
    }
  }
}
