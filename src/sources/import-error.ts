/** One cell of an input that is not accepted. */
export interface BadCell {
  readonly file: string
  /** The line its row begins on, counted from 1; in a Parquet file the row's number. */
  readonly line: number
  readonly column: string
  /** The cell's text; null when it is missing or empty. */
  readonly value: string | null
  readonly accepts: string
}

/** How many bad cells a refused import lists. */
export const badCellsListed = 20

/** An import that was refused; nothing was changed. The message is one clear line. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** The first bad cells by file and line, at most {@link badCellsListed}. */
  readonly badCells: readonly BadCell[]

  constructor(message: string, badCells: readonly BadCell[] = []) {
    super(message)
    this.badCells = badCells
  }
}

/** Writes a bad cell as one line: `file:line`, column, value and what is accepted. */
export function describeBadCell({ file, line, column, value, accepts }: BadCell): string {
  const shown =
    value === null ? 'is missing' : `${JSON.stringify(value.slice(0, 200))} is not accepted`
  return `${file}:${line}: ${column}: ${shown}; expected ${accepts}`
}

/** The refusal of an import for its bad cells. @param more what else there is to say */
export function refuseBadCells(first: readonly BadCell[], count: number, more = ''): ImportError {
  const cells = count === 1 ? 'cell is' : 'cells are'
  const listed = count > first.length ? `; the first ${first.length} are listed` : ''
  return new ImportError(
    `nothing was imported: ${count} ${cells} not accepted${listed}${more}`,
    first,
  )
}

/** Bad cells as they are found: all are counted, the first are kept to be listed. */
export class BadCells {
  count = 0
  readonly #first: BadCell[] = []

  add(bad: BadCell): void {
    this.count++
    if (this.#first.length < badCellsListed) this.#first.push(bad)
  }

  refusal(): ImportError {
    return refuseBadCells(this.#first, this.count)
  }
}
