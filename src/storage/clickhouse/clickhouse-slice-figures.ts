import { figures } from '../../facts/figures.ts'
import type { FigureRows, RowSelection, SliceFigures } from '../../ledger/slice-figures.ts'
import type { FigureEntries } from '../../records/figure-entries.ts'
import { toFigureRows } from '../sql/figure-rows.ts'
import { type AmongSlices, selectRows } from '../sql/row-queries.ts'
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
    signal.throwIfAborted()
    const { kind = figures, entry, scope } = selection
    const { hidden } = await this.#entries.state()
    const labels = await this.#labels.at(entry)
    const query = selectRows(clickhouseDialect(labels, { last: entry, hidden }), selection, among)
    await using answer = await this.#connection
      .query(`${query.text}\nFORMAT Native`, boundValues(query.parameters), signal)
      .catch(refuseTooLarge)
    const names = labels.of(scope.account)
    for await (const { rowCount, columns } of readNativeBlocks(answer)) {
      for (let start = 0; start < rowCount; start += maxRowsAtOnce) {
        const end = Math.min(start + maxRowsAtOnce, rowCount)
        const part = columns.map((column) => column.subarray(start, end))
        yield toFigureRows(kind, end - start, part, names)
        signal.throwIfAborted()
      }
    }
  }
}

/** Codes in the text of the query, which may be longer than an address. */
const among: AmongSlices = (_, slices) =>
  slices.map(({ app, day, networkCode }) => `(${app}, ${day}, ${networkCode})`).join(', ')
