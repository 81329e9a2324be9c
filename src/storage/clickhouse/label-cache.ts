import type { FigureEntries } from '../../records/figure-entries.ts'
import { Labels } from '../sql/labels.ts'

/** The names of the journal's codes. Each name is read once. */
export class LabelCache {
  readonly #entries: FigureEntries
  readonly #labels = new Labels()
  #upTo = 0
  #reading: Promise<void> = Promise.resolve()

  constructor(entries: FigureEntries) {
    this.#entries = entries
  }

  /** At least the names that entries up to this one added. */
  async at(entry: number): Promise<Labels> {
    if (entry > this.#upTo) {
      this.#reading = this.#reading.catch(() => undefined).then(() => this.#readUpTo(entry))
      await this.#reading
    }
    return this.#labels
  }

  async #readUpTo(entry: number): Promise<void> {
    if (entry <= this.#upTo) return
    this.#labels.add(await this.#entries.labels(this.#upTo, entry))
    this.#upTo = entry
  }
}
