import { figures } from '../../facts/figures.ts'
import type {
  FigureRows,
  MonthTotals,
  RowSelection,
  SliceFigures,
} from '../../ledger/slice-figures.ts'
import type { FigureEntries } from '../../records/figure-entries.ts'
import { toFigureRows, toMonthTotals } from '../sql/figure-rows.ts'
import { type AmongSlices, selectMonthTotals, selectRows } from '../sql/row-queries.ts'
import { boundValues, clickhouseDialect } from './clickhouse-dialect.ts'
import { refuseTooLarge } from './clickhouse-failure.ts'
import type { ClickhouseConnection } from './connection.ts'
import { LabelCache } from './label-cache.ts'
import { readNativeBlocks } from './native-blocks.ts'

/** Other requests can run between two parts of an answer. */
const maxRowsAtOnce = 4_096

/** Reads rows of figures from a journal in ClickHouse. */
export class ClickhouseSliceFigures implements SliceFigures {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #labels: LabelCache

  constructor(connection: ClickhouseConnection, entries: FigureEntries) {
    this.#connection = connection
    this.#entries = entries
    this.#labels = new LabelCache(entries)
  }

  async *read(selection: RowSelection, signal: AbortSignal): AsyncGenerator<FigureRows> {
    const { kind = figures, scope, entry } = selection
    await using answer = await this.#ask(selectRows, selection, signal)
    const names = (await this.#labels.at(entry)).of(scope.account)
    for await (const { rowCount, columns } of readNativeBlocks(answer)) {
      for (let start = 0; start < rowCount; start += maxRowsAtOnce) {
        const end = Math.min(start + maxRowsAtOnce, rowCount)
        const part = columns.map((column) => column.subarray(start, end))
        yield toFigureRows(kind, end - start, part, names)
        signal.throwIfAborted()
      }
    }
  }

  async monthTotals(selection: RowSelection, signal: AbortSignal): Promise<MonthTotals[]> {
    const found: MonthTotals[] = []
    await using answer = await this.#ask(selectMonthTotals, selection, signal)
    for await (const { rowCount, columns } of readNativeBlocks(answer)) {
      found.push(...toMonthTotals(selection.kind ?? figures, rowCount, columns))
    }
    return found
  }

  async #ask(select: typeof selectRows, selection: RowSelection, signal: AbortSignal) {
    signal.throwIfAborted()
    const { entry } = selection
    const { hidden } = await this.#entries.state()
    const dialect = clickhouseDialect(await this.#labels.at(entry), { last: entry, hidden })
    const query = select(dialect, selection, among)
    return this.#connection
      .query(`${query.text}\nFORMAT Native`, boundValues(query.parameters), signal)
      .catch(refuseTooLarge)
  }
}

/** Codes in the text of the query, which may be longer than an address. */
const among: AmongSlices = (_, slices) =>
  slices.map(({ app, day, networkCode }) => `(${app}, ${day}, ${networkCode})`).join(', ')
