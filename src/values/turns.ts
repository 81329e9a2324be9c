/** Lets the event loop serve others before a long computation goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A computation that yields wherever others may have their turn. */
export type Steps<Result> = Generator<void, Result, void>

/** Does all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Does the steps in turns with other work. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Steps after which a long computation lets others run: about a millisecond of simple ones. */
const stepsPerTurn = 4_096

/** Splits a long computation, so that the event loop serves other clients in between. */
export class Turns {
  #steps = 0

  /**
   * Counts steps, and waits for the next turn of the event loop when it is due. Call it before what was
   * counted blocks others for long.
   *
   * @param steps each as much work as a row with eight cells
   */
  async take(steps: number): Promise<void> {
    this.#steps += steps
    if (this.#steps < stepsPerTurn) return
    this.#steps = 0
    await nextTurn()
  }
}
