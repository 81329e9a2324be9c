import type { FigureRows, figureSums, SliceFigures } from '../../ledger/slice-figures.ts'
import { optionalCounts } from '../../ledger/slice-figures.ts'
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
const columns: readonly TableColumn[] = [
  { name: 'date', type: { kind: 'day' } },
  ...['app_id', 'app_name', 'platform', 'network', 'format', 'country', 'ad_tag', 'currency'].map(
    (name) => ({ name, type: text }),
  ),
  ...['impressions', 'clicks', 'installs', 'requests', 'matched_requests'].map((name) => ({
    name,
    type: integer,
  })),
  { name: 'revenue', type: { kind: 'decimal', precision: 19, scale: 6 } },
  { name: 'revenue_micros', type: integer },
]

/** Whose figures, on which days, and after which ledger entry. */
export interface MonthOfFigures {
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
  return { columns, batches: batchesOf(sliceFigures, month, onRows, signal) }
}

async function* batchesOf(
  sliceFigures: SliceFigures,
  { account, appsByKeys, days, entry }: MonthOfFigures,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): AsyncGenerator<TableBatch> {
  const texts = new MonthTexts(appsByKeys, account.currency)
  const scope = { account: account.id, apps: null }
  let rows = 0
  for (let part = { firstDay: days.firstDay, lastDay: days.firstDay }; ; ) {
    const before = rows
    for await (const found of sliceFigures.read({ scope, days: part, entry }, signal)) {
      rows += found.rowCount
      yield { rowCount: found.rowCount, cells: cellsOf(found, texts) }
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

function cellsOf(rows: FigureRows, texts: MonthTexts): ColumnCells[] {
  const number = (values: (bigint | null)[] | BigInt64Array): ColumnCells => ({
    ...{ kind: 'number', values },
  })
  const { sums } = rows
  return [
    { kind: 'day', days: rows.day },
    ...texts.cells(rows),
    number(sums.impressions),
    ...(['clicks', 'installs', 'requests', 'matchedRequests'] as const).map((sum) =>
      number(knownOf(rows, sum)),
    ),
    number(sums.revenueMicros),
    number(sums.revenueMicros),
  ]
}

type OptionalCount = keyof typeof optionalCounts & (typeof figureSums)[number]

/** A count with nulls where it is unknown. */
function knownOf({ rowCount, known, sums }: FigureRows, sum: OptionalCount) {
  const bit = optionalCounts[sum]
  const values: (bigint | null)[] = new Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    values[row] = (known[row]! & bit) === 0 ? null : sums[sum][row]!
  }
  return values
}

/** The texts of a month, each once: an account has many more names than a month of it. */
class MonthTexts {
  readonly #apps: ReadonlyMap<number, App>
  readonly #columns = Array.from({ length: 7 }, () => new TextColumn())
  readonly #currency: string

  constructor(apps: ReadonlyMap<number, App>, currency: string) {
    this.#apps = apps
    this.#currency = currency
  }

  /** The cells of app_id, app_name, platform, network, format, country, ad_tag and currency. */
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
      ...(['network', 'format', 'country', 'adTag'] as const).map(
        (column) => [codes[column], (code: number) => names[column][code]!] as const,
      ),
    ] as const
    return [
      ...cells.map(([values, nameOf], index) =>
        this.#columns[index]!.cells(rowCount, values, nameOf),
      ),
      { kind: 'text', codes: new Uint32Array(rowCount), labels: [this.#currency] },
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
