import type { Refusal } from '../values/refusal.ts'
import { type BadCell, refuse } from './refusals.ts'

/** How many bad cells a refusal lists. */
export const maxBadCellsListed = 20

/** How much of a value a refusal shows. */
export const maxCharactersShown = 200

/**
 * The refusal of an import because of bad cells.
 *
 * @param first the cells to list
 * @param unskippable whether some cannot be skipped, because their slice is unknown
 */
export function refuseBadCells(
  first: readonly BadCell[],
  count: number,
  unskippable = false,
): Refusal {
  return refuse('bad_cells', { cells: boundCells(first), count, unskippable })
}

/** Bad cells with the beginnings of long values. */
export const boundCells = (cells: readonly BadCell[]): BadCell[] =>
  cells.map((cell) => ({ ...cell, value: cell.value?.slice(0, maxCharactersShown) ?? null }))

/** Counts bad cells and keeps the first ones for the refusal. */
export class BadCells {
  count = 0
  readonly #first: BadCell[] = []

  add(bad: BadCell): void {
    this.count++
    if (this.#first.length < maxBadCellsListed) this.#first.push(bad)
  }

  refusal(): Refusal {
    return refuseBadCells(this.#first, this.count)
  }
}
