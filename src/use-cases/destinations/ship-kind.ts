import type { FactKind } from '../../facts/fact-kind.ts'
import { microsOf } from '../../facts/fact-kind.ts'
import type { ChangePosition, FigureLedger, LastChange } from '../../ledger/figure-ledger.ts'
import type { FigureRows, SliceFigures } from '../../ledger/slice-figures.ts'
import { type ChangedPage, walkChanged } from '../../ledger/walk-changed.ts'
import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { ColumnCells, TableBatch } from '../../reporting/report-table.ts'
import type { Day } from '../../values/day.ts'
import { firstDayOfMonth } from '../../values/months.ts'
import type { CopiedSlice, WarehouseChange } from '../../warehouse/warehouse.ts'
import { FactTexts, numberCells, sameText } from '../fact-cells.ts'

/** The changes of one kind of fact in a step. */
export interface KindChanges {
  readonly kind: FactKind
  readonly account: Account
  readonly appsByKeys: ReadonlyMap<number, App>
  /** The entry that the copy has; null for an empty one. */
  readonly before: number | null
  /** The entry that it has after the step. */
  readonly entry: number
  /** The entry to read rows as of: later than `entry` where earlier rows are stored no more. */
  readonly readEntry: number
  readonly keepsHistory: boolean
  /** Whether all slices are new to the copy, so that there is nothing to end. */
  readonly onlyAdds: boolean
  readonly signal: AbortSignal
}

/** Replaces the slices that changed. @returns the first days of their months */
export async function shipKind(
  sources: { readonly ledger: FigureLedger; readonly sliceFigures: SliceFigures },
  change: WarehouseChange,
  changes: KindChanges,
): Promise<ReadonlySet<Day>> {
  const { kind, account, appsByKeys, before, entry, readEntry, keepsHistory, signal } = changes
  const months = new Set<Day>()
  const cells = new ShippedCells(kind, account.username, appsByKeys)
  const pages = walkChanged(
    sources,
    {
      kind,
      scope: { account: account.id, apps: null },
      after: before === null ? null : beginOf(before + 1),
      entry: readEntry,
      limit: null,
    },
    signal,
  )
  const note = ({ slices }: ChangedPage) => {
    for (const { position } of slices) months.add(firstDayOfMonth(position.day))
  }
  if (before === null || changes.onlyAdds) {
    // There is nothing to end, so all rows come at once.
    const all = async function* () {
      for await (const page of pages) {
        note(page)
        yield* cells.of(page)
      }
    }
    await change.addFacts(kind, all())
    return months
  }
  for await (const page of pages) {
    note(page)
    const slices = page.slices.map((slice) => copied(slice, appsByKeys))
    await change.endSlices(account.username, kind, slices, keepsHistory ? entry : null)
    await change.addFacts(kind, cells.of(page))
  }
  return months
}

/** Before all changes of an entry. */
const beginOf = (entry: number): ChangePosition =>
  ({ entry, day: 0 as Day, app: 0, networkCode: 0 }) as const

const copied = (
  { position, network }: LastChange,
  apps: ReadonlyMap<number, App>,
): CopiedSlice => ({
  day: position.day,
  appId: apps.get(position.app)!.appId,
  label: network,
})

/** Makes the cells of `factTable` and `valid_from_entry`. */
class ShippedCells {
  readonly #kind: FactKind
  readonly #account: string
  readonly #texts: FactTexts
  readonly #labels: readonly string[]

  constructor(kind: FactKind, account: string, apps: ReadonlyMap<number, App>) {
    this.#kind = kind
    this.#account = account
    this.#texts = new FactTexts(kind, apps)
    this.#labels = Object.keys(kind.labels)
  }

  async *of(page: ChangedPage): AsyncGenerator<TableBatch> {
    let current: FigureRows | null = null
    let since: number[] = []
    for await (const { slice, rows, start, end } of page.rows) {
      if (current !== null && rows !== current) {
        yield this.#batch(current, since)
        since = []
      }
      current = rows
      since.length = end
      since.fill(slice.position.entry, start, end)
    }
    if (current !== null) yield this.#batch(current, since)
  }

  #batch(rows: FigureRows, since: readonly number[]): TableBatch {
    const { rowCount } = rows
    const kind = this.#kind
    const [app, ...labels] = this.#texts.cells(rows)
    const numbers = [...kind.countNames, ...kind.moneyNames.map(microsOf)]
    const isNumber = (label: string) => kind.labels[label]!.code === 'number'
    return {
      rowCount,
      cells: [
        sameText(rowCount, this.#account),
        { kind: 'day', days: rows.day },
        app!,
        ...labels.map((cells, place): ColumnCells => {
          const label = this.#labels[place]!
          return isNumber(label) ? { kind: 'number', values: rows.codes[label]! } : cells
        }),
        ...numbers.map((column) => numberCells(kind, rows, column)),
        { kind: 'number', values: since },
      ],
    }
  }
}
