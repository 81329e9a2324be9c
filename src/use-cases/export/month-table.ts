import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import { type FigureRows, knownBits, type SliceFigures } from '../../ledger/slice-figures.ts'
import type { App } from '../../publishers/app.ts'
import type {
  ColumnCells,
  ReportTable,
  TableBatch,
  TableColumn,
} from '../../reporting/report-table.ts'
import { addDays, type Day, type DaySpan, dayCount } from '../../values/day.ts'

const text = { kind: 'text' } as const
const integer = { kind: 'integer' } as const

/** The columns of a month's file: those of the report. */
const columnsOf = ({
  labels,
  countNames,
  hasMoney,
  moneyNames,
}: FactKind): readonly TableColumn[] => [
  { name: 'date', type: { kind: 'day' } },
  ...['app_id', 'app_name', 'platform', ...shownNames(labels)].map((name) => ({
    name,
    type: text,
  })),
  ...(hasMoney ? [{ name: 'currency', type: text }] : []),
  ...countNames.map((name) => ({ name, type: integer })),
  ...moneyNames.flatMap(moneyColumns),
]

const shownNames = (labels: FactKind['labels']): string[] =>
  Object.entries(labels).map(([name, { shownAs = name }]) => shownAs)

const moneyColumns = (name: string): readonly TableColumn[] => [
  { name, type: { kind: 'decimal', precision: 19, scale: 6 } },
  { name: microsOf(name), type: integer },
]

/** An account's facts of one kind on some days, after a ledger entry. */
export interface MonthOfFigures {
  readonly kind: FactKind
  readonly account: { readonly id: number; readonly currency: string }
  readonly appsByKeys: ReadonlyMap<number, App>
  readonly days: DaySpan
  readonly entry: number
}

/** All stored rows of some days of an account. @param onRows called with the number of rows so far */
export function monthTable(
  sliceFigures: SliceFigures,
  month: MonthOfFigures,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): ReportTable {
  return { columns: columnsOf(month.kind), batches: batchesOf(sliceFigures, month, onRows, signal) }
}

async function* batchesOf(
  sliceFigures: SliceFigures,
  { kind, account, appsByKeys, days, entry }: MonthOfFigures,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): AsyncGenerator<TableBatch> {
  const texts = new MonthTexts(kind, appsByKeys, account.currency)
  const scope = { account: account.id, apps: null }
  let rows = 0
  for (let part = { firstDay: days.firstDay, lastDay: days.firstDay }; ; ) {
    const before = rows
    for await (const found of sliceFigures.read({ kind, scope, days: part, entry }, signal)) {
      rows += found.rowCount
      yield { rowCount: found.rowCount, cells: cellsOf(kind, found, texts) }
      onRows(rows)
    }
    if (part.lastDay >= days.lastDay) return
    part = nextPart(part, rows - before, days.lastDay)
  }
}

/** Intended rows that an engine sorts at once. */
const rowsPerPart = 500_000

/** The days after a part that have as many rows as intended, if days have as many as in this part. */
function nextPart(part: DaySpan, rows: number, lastDay: Day): DaySpan {
  const wanted = Math.floor((rowsPerPart * dayCount(part)) / Math.max(rows, 1))
  const firstDay = addDays(part.lastDay, 1)
  return {
    firstDay,
    lastDay: Math.min(addDays(firstDay, Math.max(wanted, 1) - 1), lastDay) as Day,
  }
}

function cellsOf(kind: FactKind, rows: FigureRows, texts: MonthTexts): ColumnCells[] {
  const number = (values: (bigint | null)[] | BigInt64Array): ColumnCells => ({
    kind: 'number',
    values,
  })
  const bits = knownBits(kind)
  const known = (column: string) => number(knownOf(rows, column, bits.get(column) ?? 0))
  return [
    { kind: 'day', days: rows.day },
    ...texts.cells(rows),
    ...kind.countNames.map(known),
    ...kind.moneyNames.flatMap((name) => [known(microsOf(name)), known(microsOf(name))]),
  ]
}

/** A count with nulls where it is unknown. @param bit 0 for a count that always is known */
function knownOf({ rowCount, known, sums }: FigureRows, count: string, bit: number) {
  const column = sums[count]!
  if (bit === 0) return column
  const values: (bigint | null)[] = new Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    values[row] = (known[row]! & bit) === 0 ? null : column[row]!
  }
  return values
}

/** The texts of a month, each once: an account has many more names than a month of it. */
class MonthTexts {
  readonly #apps: ReadonlyMap<number, App>
  readonly #labels: readonly string[]
  readonly #columns: readonly TextColumn[]
  /** Null for a kind without money. */
  readonly #currency: string | null

  constructor(kind: FactKind, apps: ReadonlyMap<number, App>, currency: string) {
    this.#apps = apps
    this.#labels = Object.keys(kind.labels)
    this.#columns = Array.from({ length: 3 + this.#labels.length }, () => new TextColumn())
    this.#currency = kind.hasMoney ? currency : null
  }

  /** The cells of app_id, app_name, platform, the labels and currency. */
  cells({ rowCount, app, codes, names }: FigureRows): ColumnCells[] {
    const appOf = (key: number) => {
      const found = this.#apps.get(key)
      if (!found) throw new Error(`The app ${key} is gone.`)
      return found
    }
    const cells = [
      [app, (key: number) => appOf(key).appId],
      [app, (key: number) => appOf(key).name],
      [app, (key: number) => appOf(key).platform],
      ...this.#labels.map(
        (label) => [codes[label]!, (code: number) => names[label]![code]!] as const,
      ),
    ] as const
    const currency = this.#currency === null ? [] : [this.#currency]
    return [
      ...cells.map(([values, nameOf], index) =>
        this.#columns[index]!.cells(rowCount, values, nameOf),
      ),
      ...currency.map((name) => ({
        kind: 'text' as const,
        codes: new Uint32Array(rowCount),
        labels: [name],
      })),
    ]
  }
}

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
