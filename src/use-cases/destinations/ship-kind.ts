import type { FactKind } from '../../facts/fact-kind.ts'
import { microsOf } from '../../facts/fact-kind.ts'
import type { FigureLedger, LastChange } from '../../ledger/figure-ledger.ts'
import { pagesAhead } from '../../ledger/pages-ahead.ts'
import type { FigureRows, SliceFigures } from '../../ledger/slice-figures.ts'
import {
  beginOf,
  type ChangedPage,
  type WalkSizes,
  walkChanged,
} from '../../ledger/walk-changed.ts'
import { walkDays } from '../../ledger/walk-days.ts'
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
  const scope = { account: account.id, apps: null }
  const walk = { kind, scope, entry: readEntry }
  const since = before === null ? null : before + 1
  const isAdded = since === null || changes.onlyAdds
  const pages = pagesAhead(
    isAdded
      ? walkDays(sources, { ...walk, since }, signal)
      : walkChanged(sources, { ...walk, after: beginOf(since), limit: null, sizes }, signal),
  )
  const note = ({ slices }: CopiedPage) => {
    for (const { position } of slices) months.add(firstDayOfMonth(position.day))
  }
  if (isAdded) {
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

type CopiedPage = Pick<ChangedPage, 'slices' | 'rows'>

/** Each page is a statement or two, and is sorted in memory. */
const sizes: WalkSizes = { listed: 65_536, slices: 16_384, rows: 262_144 }

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

  async *of(page: CopiedPage): AsyncGenerator<TableBatch> {
    for await (const parts of page.rows) {
      const { rows } = parts[0]!
      const since = new Float64Array(rows.rowCount)
      for (const { slice, start, end } of parts) since.fill(slice.position.entry, start, end)
      yield this.#batch(rows, since)
    }
  }

  #batch(rows: FigureRows, since: Float64Array): TableBatch {
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
