import type { KeptFile } from './kept-file.ts'

interface Waiter {
  readonly resolve: (file: KeptFile) => void
  readonly reject: (error: unknown) => void
}

/** A file that is being written for everyone who asked for it. */
export class SharedWriting {
  readonly #waiters = new Set<Waiter>()
  readonly #abandon = new AbortController()

  /** Aborts once nobody waits any more. */
  get signal(): AbortSignal {
    return this.#abandon.signal
  }

  /**
   * Waits for the file, which the caller releases.
   *
   * @param signal stops waiting; others get the file all the same
   */
  wait(signal: AbortSignal): Promise<KeptFile> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiters.delete(waiter)
        signal.removeEventListener('abort', leave)
      }
      const leave = () => {
        end()
        reject(signal.reason)
        if (this.#waiters.size === 0) this.#abandon.abort(signal.reason)
      }
      const waiter: Waiter = {
        resolve: (file) => {
          end()
          resolve(file)
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      this.#waiters.add(waiter)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives the file to everyone who waits. */
  resolve(file: KeptFile): void {
    for (const waiter of [...this.#waiters]) waiter.resolve(file.use())
  }

  reject(error: unknown): void {
    for (const waiter of [...this.#waiters]) waiter.reject(error)
  }

  abandon(reason: Error): void {
    this.#abandon.abort(reason)
    this.reject(reason)
  }
}
