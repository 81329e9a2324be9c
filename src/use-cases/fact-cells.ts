import type { FactKind } from '../facts/fact-kind.ts'
import { type FigureRows, knownBits } from '../ledger/slice-figures.ts'
import type { App } from '../publishers/app.ts'
import type { ColumnCells } from '../reporting/report-table.ts'
import { type ExactInteger, exactIntegersOf } from '../values/exact-integer.ts'

/** What facts tell of their app. */
export type AppColumn = 'appId' | 'name' | 'platform'

/** The names of a kind's labels in answers. */
export const shownLabels = ({ labels }: FactKind): string[] =>
  Object.entries(labels).map(([name, { shownAs = name }]) => shownAs)

/** The values of a stored column, with nulls where it is unknown. */
export function numberCells(kind: FactKind, rows: FigureRows, column: string): ColumnCells {
  return { kind: 'number', values: knownOf(rows, column, knownBits(kind).get(column) ?? 0) }
}

/** @param bit 0 for a count that always is known */
function knownOf({ rowCount, known, sums }: FigureRows, count: string, bit: number) {
  const column = sums[count]!
  if (bit === 0) return column
  const values: (ExactInteger | null)[] = new Array(rowCount)
  const valueAt = exactIntegersOf(column)
  for (let row = 0; row < rowCount; row++) {
    values[row] = (known[row]! & bit) === 0 ? null : valueAt(row)
  }
  return values
}

/** The texts of facts, each once: an account has many more names than a part of its facts. */
export class FactTexts {
  readonly #apps: ReadonlyMap<number, App>
  readonly #appColumns: readonly AppColumn[]
  readonly #labels: readonly string[]
  readonly #columns: readonly TextColumn[]

  constructor(
    kind: FactKind,
    apps: ReadonlyMap<number, App>,
    appColumns: readonly AppColumn[] = ['appId'],
  ) {
    this.#apps = apps
    this.#appColumns = appColumns
    this.#labels = Object.keys(kind.labels)
    const columns = appColumns.length + this.#labels.length
    this.#columns = Array.from({ length: columns }, () => new TextColumn())
  }

  /** The cells of the app, then those of the labels. @throws for an app that is gone */
  cells({ rowCount, app, codes, names }: FigureRows): ColumnCells[] {
    const appOf = (key: number) => {
      const found = this.#apps.get(key)
      if (!found) throw new Error(`The app ${key} is gone.`)
      return found
    }
    const cells = [
      ...this.#appColumns.map((column) => [app, (key: number) => appOf(key)[column]] as const),
      ...this.#labels.map(
        (label) => [codes[label]!, (code: number) => names[label]![code]!] as const,
      ),
    ]
    return cells.map(([values, nameOf], index) =>
      this.#columns[index]!.cells(rowCount, values, nameOf),
    )
  }
}

/** The cells of a text that all rows have. */
export const sameText = (rowCount: number, text: string): ColumnCells => ({
  kind: 'text',
  codes: new Uint32Array(rowCount),
  labels: [text],
})

class TextColumn {
  readonly #places = new Map<number, number>()
  readonly #labels: string[] = []

  cells(
    rowCount: number,
    values: ArrayLike<number>,
    nameOf: (value: number) => string,
  ): ColumnCells {
    const codes = new Uint32Array(rowCount)
    for (let row = 0; row < rowCount; row++) {
      const value = values[row]!
      let place = this.#places.get(value)
      if (place === undefined) {
        place = this.#labels.push(nameOf(value)) - 1
        this.#places.set(value, place)
      }
      codes[row] = place
    }
    return { kind: 'text', codes, labels: this.#labels }
  }
}
