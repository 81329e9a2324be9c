import { type LabelKind, labelKinds, type NewLabel } from '../../ledger/journal.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import { packCountry, packedCountries } from '../../values/country.ts'

/** Columns whose values have names. A country's code is its letters, packed. */
export type LabelColumn = LabelKind | 'country'

/** The names behind the codes of one kind. A code, once given, keeps its name for good. */
export class LabelSet {
  /** Names at their codes; grows, never changes. */
  readonly names: string[] = []
  readonly #codes = new Map<string, number>()
  #ranks: number[] | null = null

  add(code: number, name: string): void {
    this.names[code] = name
    this.#codes.set(name, code)
    this.#ranks = null
  }

  /** Takes the newest codes away again. */
  remove(names: readonly string[]): void {
    for (const name of names) this.#codes.delete(name)
    this.names.length -= names.length
    this.#ranks = null
  }

  codeOf(name: string): number | null {
    return this.#codes.get(name) ?? null
  }

  /** At each code, the place of its name among all names sorted. */
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

  /** The stored value of a name; null when no row can have it. */
  codeOf(column: LabelColumn, name: string): number | null {
    if (column !== 'country') return this[column].codeOf(name)
    const code = packCountry(name)
    return packedCountries[code] === name ? code : null
  }

  /** A dimension's names at their codes; null for days and apps. */
  namesOf(dimension: Dimension): readonly string[] | null {
    if (dimension === 'country') return packedCountries
    if (dimension === 'network' || dimension === 'format') return this[dimension].names
    return null
  }

  add(committed: readonly NewLabel[]): void {
    for (const { kind, code, name } of committed) this[kind].add(code, name)
  }

  /** Undoes the last {@link add}, for an import that was not committed after all. */
  remove(added: readonly NewLabel[]): void {
    for (const kind of labelKinds) {
      this[kind].remove(added.filter((label) => label.kind === kind).map(({ name }) => name))
    }
  }

  /** Gives codes to the names that have none, in the order of the names, so that codes sort too. */
  assign(kind: LabelKind, names: readonly string[]): NewLabel[] {
    const unknown = names.filter((name) => this[kind].codeOf(name) === null).sort(byCodeUnits)
    return unknown.map((name, index) => ({ kind, code: this[kind].names.length + index, name }))
  }
}
