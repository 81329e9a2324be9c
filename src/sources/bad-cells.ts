import type { Refusal } from '../values/refusal.ts'
import { type BadCell, refuse } from './refusals.ts'

/** How many bad cells a refused import lists. */
export const badCellsListed = 20

/** How much of a value a refusal repeats. */
export const shownCharacters = 200

/** The refusal of an import for its bad cells. @param unskippable whether some cannot be skipped */
export function refuseBadCells(
  first: readonly BadCell[],
  count: number,
  unskippable = false,
): Refusal {
  const cells = first.map((cell) => ({
    ...cell,
    value: cell.value?.slice(0, shownCharacters) ?? null,
  }))
  return refuse('bad_cells', { cells, count, unskippable })
}

/** Bad cells as they are found: all are counted, the first are kept to be listed. */
export class BadCells {
  count = 0
  readonly #first: BadCell[] = []

  add(bad: BadCell): void {
    this.count++
    if (this.#first.length < badCellsListed) this.#first.push(bad)
  }

  refusal(): Refusal {
    return refuseBadCells(this.#first, this.count)
  }
}
