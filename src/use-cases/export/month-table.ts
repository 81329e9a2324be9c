import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import type { FigureRows, SliceFigures } from '../../ledger/slice-figures.ts'
import { daysPerPart } from '../../ledger/walk-days.ts'
import type { App } from '../../publishers/app.ts'
import type {
  ColumnCells,
  ReportTable,
  TableBatch,
  TableColumn,
} from '../../reporting/report-table.ts'
import { addDays, type Day, type DaySpan, dayCount } from '../../values/day.ts'
import { FactTexts, numberCells, sameText, shownLabels } from '../fact-cells.ts'

const text = { kind: 'text' } as const
const integer = { kind: 'integer' } as const

/** The columns of a month's file: those of the report. */
const columnsOf = (kind: FactKind): readonly TableColumn[] => [
  { name: 'date', type: { kind: 'day' } },
  ...['app_id', 'app_name', 'platform', ...shownLabels(kind)].map((name) => ({
    name,
    type: text,
  })),
  ...(kind.hasMoney ? [{ name: 'currency', type: text }] : []),
  ...kind.countNames.map((name) => ({ name, type: integer })),
  ...kind.moneyNames.flatMap(moneyColumns),
]

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
  const texts = new FactTexts(kind, appsByKeys, ['appId', 'name', 'platform'])
  const scope = { account: account.id, apps: null }
  let rows = 0
  for (let part = { firstDay: days.firstDay, lastDay: days.firstDay }; ; ) {
    const before = rows
    for await (const found of sliceFigures.read({ kind, scope, days: part, entry }, signal)) {
      rows += found.rowCount
      yield { rowCount: found.rowCount, cells: cellsOf(kind, found, texts, account.currency) }
      onRows(rows)
    }
    if (part.lastDay >= days.lastDay) return
    part = nextPart(part, rows - before, days.lastDay)
  }
}

/** The days after a part that have as many rows as intended, if days have as many as in this part. */
function nextPart(part: DaySpan, rows: number, lastDay: Day): DaySpan {
  const wanted = daysPerPart(dayCount(part), rows)
  const firstDay = addDays(part.lastDay, 1)
  return {
    firstDay,
    lastDay: Math.min(addDays(firstDay, wanted - 1), lastDay) as Day,
  }
}

function cellsOf(
  kind: FactKind,
  rows: FigureRows,
  texts: FactTexts,
  currency: string,
): ColumnCells[] {
  const known = (column: string) => numberCells(kind, rows, column)
  return [
    { kind: 'day', days: rows.day },
    ...texts.cells(rows),
    ...(kind.hasMoney ? [sameText(rows.rowCount, currency)] : []),
    ...kind.countNames.map(known),
    ...kind.moneyNames.flatMap((name) => [known(microsOf(name)), known(microsOf(name))]),
  ]
}
