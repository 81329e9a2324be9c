/** Long computations that wait for their turn. */
const waiting: (() => void)[] = []

/**
 * Lets the event loop serve others before a long computation goes on. One computation goes on in each turn
 * of the loop: together, many would block others as long as one without turns.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })

function goOn(): void {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(goOn)
}

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

/** Steps after which a long computation lets others run: about a millisecond. */
const stepsPerTurn = 2_048

/** Splits a long computation, so that the event loop serves other clients in between. */
export class Turns {
  #steps = 0

  /**
   * Counts steps, and waits for the next turn of the event loop when it is due. Call it before what was
   * counted blocks others for long.
   *
   * @param steps each as much work as a row with eight cells
   */
  async spend(steps: number): Promise<void> {
    this.#steps += steps
    if (this.#steps < stepsPerTurn) return
    this.#steps = 0
    await nextTurn()
  }
}
