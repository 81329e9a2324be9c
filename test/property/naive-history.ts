import { undoImport } from '../../src/use-cases/undo-import.ts'
import type { ImportSite } from '../import/import-site.ts'

/** The slices that one import stated; a slice is a day, an app and a network. */
export interface ModelImport {
  readonly id: number
  readonly slices: ReadonlyMap<string, readonly string[]>
}

/** Figures over time as plain lists: the slices of every import, and the undone imports. */
export class NaiveHistory {
  readonly #imports: ModelImport[] = []
  readonly #undone = new Set<number>()

  import(id: number, slices: ReadonlyMap<string, readonly string[]>): void {
    this.#imports.push({ id, slices })
  }

  undo(id: number): void {
    this.#undone.add(id)
  }

  /** Imports that can still be undone. */
  get notUndone(): number[] {
    return this.#imports.map(({ id }) => id).filter((id) => !this.#undone.has(id))
  }

  /** All figures, sorted: each slice as the last import states it that was not undone. */
  figures(): string[] {
    return [...this.#stated().values()].flat().sort()
  }

  /** The slices that have figures. */
  slices(): string[] {
    return [...this.#stated()].flatMap(([slice, rows]) => (rows.length > 0 ? [slice] : []))
  }

  #stated(): Map<string, readonly string[]> {
    const slices = new Map<string, readonly string[]>()
    for (const { id, slices: stated } of this.#imports) {
      if (this.#undone.has(id)) continue
      for (const [slice, rows] of stated) slices.set(slice, rows)
    }
    return slices
  }
}

/** The totals of each slice of some figures, in the same notation. */
export function totalsOf(figures: readonly string[]): string[] {
  const slices = Map.groupBy(figures, (line) => line.split(' ').slice(0, 3).join(' '))
  return [...slices]
    .map(([slice, lines]) => {
      const sum = (column: number) =>
        lines.reduce((total, line) => total + Number(line.split(' ')[column]), 0)
      return [slice, ...[5, 6, 7, 8].map(sum)].join(' ')
    })
    .sort()
}

/** Undoes one of the imports. @returns the ledger entry; null when there is nothing to undo */
export async function undoOne(
  which: number,
  site: ImportSite,
  model: NaiveHistory,
): Promise<number | null> {
  const { notUndone } = model
  if (notUndone.length === 0) return null
  const id = notUndone[which % notUndone.length]!
  model.undo(id)
  return (await site.call(undoImport, { id })).undo
}
