import { type LabelKind, labelKinds, type NewLabel } from '../../ledger/journal.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import { packCountry, packedCountries } from '../../values/country.ts'

/** Columns whose values have names. A country's code is its packed letters. */
export type LabelColumn = LabelKind | 'country'

/** The names of one kind and their codes. A code keeps its name forever. */
export class LabelSet {
  /** Names at the index of their code. */
  readonly names: string[] = []
  readonly #codes = new Map<string, number>()
  #ranks: number[] | null = null

  add(code: number, name: string): void {
    this.names[code] = name
    this.#codes.set(name, code)
    this.#ranks = null
  }

  /** Removes the newest codes. */
  remove(names: readonly string[]): void {
    for (const name of names) this.#codes.delete(name)
    this.names.length -= names.length
    this.#ranks = null
  }

  codeOf(name: string): number | null {
    return this.#codes.get(name) ?? null
  }

  /** For each code, the position of its name in the sorted list of names. */
  ranks(): readonly number[] {
    if (!this.#ranks) {
      const ranks: number[] = []
      for (const [rank, name] of [...this.names].sort(byCodeUnits).entries()) {
        ranks[this.#codes.get(name) ?? 0] = rank
      }
      this.#ranks = ranks
    }
    return this.#ranks
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** All label sets of a database, kept in memory. */
export class Labels {
  readonly network = new LabelSet()
  readonly format = new LabelSet()
  readonly ad_tag = new LabelSet()

  /** The code of a name; null when it has none. */
  codeOf(column: LabelColumn, name: string): number | null {
    if (column !== 'country') return this[column].codeOf(name)
    const code = packCountry(name)
    return packedCountries[code] === name ? code : null
  }

  /** A dimension's names at the index of their code; null for days and apps. */
  namesOf(dimension: Dimension): readonly string[] | null {
    if (dimension === 'country') return packedCountries
    if (dimension === 'network' || dimension === 'format') return this[dimension].names
    return null
  }

  add(committed: readonly NewLabel[]): void {
    for (const { kind, code, name } of committed) this[kind].add(code, name)
  }

  /** Undoes the last {@link add}, because its import was not committed. */
  remove(added: readonly NewLabel[]): void {
    for (const kind of labelKinds) {
      this[kind].remove(added.filter((label) => label.kind === kind).map(({ name }) => name))
    }
  }

  /** Chooses codes for names that have none, sorted by name, so that codes sort like names. */
  assign(kind: LabelKind, names: readonly string[]): NewLabel[] {
    const unknown = names.filter((name) => this[kind].codeOf(name) === null).sort(byCodeUnits)
    return unknown.map((name, index) => ({ kind, code: this[kind].names.length + index, name }))
  }
}
