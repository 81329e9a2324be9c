import { seed } from '../property/seed.ts'

/** Draws from the run's seed, so that `ADTALLY_PROPERTY_SEED` repeats a soak. */
export class Draw {
  #state: number

  /** @param part separates the parts of a run, so that each can be repeated by itself */
  constructor(part: string, from = seed) {
    this.#state = [...part].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
      from ^ 2_166_136_261,
    )
  }

  /** A whole number from 0 to below `bound`. (Mulberry32, by Tommy Ettinger, in the public domain.) */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }

  /** True in one of this many cases. */
  oneIn(cases: number): boolean {
    return this.below(cases) === 0
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }
}
