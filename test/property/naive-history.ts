/** What one import stated, slice by slice; a slice is a day, an app and a network. */
export interface ModelImport {
  readonly id: number
  readonly slices: ReadonlyMap<string, readonly string[]>
}

/** Figures over time as plain lists: every import's slices, and which imports were withdrawn. */
export class NaiveHistory {
  readonly #imports: ModelImport[] = []
  readonly #undone = new Set<number>()

  import(id: number, slices: ReadonlyMap<string, readonly string[]>): void {
    this.#imports.push({ id, slices })
  }

  undo(id: number): void {
    this.#undone.add(id)
  }

  /** Imports that can still be withdrawn. */
  get standing(): number[] {
    return this.#imports.map(({ id }) => id).filter((id) => !this.#undone.has(id))
  }

  /** Every figure, sorted: of each slice what the last import says that was not withdrawn. */
  figures(): string[] {
    const slices = new Map<string, readonly string[]>()
    for (const { id, slices: stated } of this.#imports) {
      if (this.#undone.has(id)) continue
      for (const [slice, rows] of stated) slices.set(slice, rows)
    }
    return [...slices.values()].flat().sort()
  }
}
