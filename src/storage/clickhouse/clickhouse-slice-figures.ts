import type { FigureEntries } from '../../ledger/journal.ts'
import type { FigureRows, RowSelection, SliceFigures } from '../../ledger/slice-figures.ts'
import { toFigureRows } from '../sql/figure-rows.ts'
import { type CompiledQuery, ParameterList } from '../sql/parameter-list.ts'
import {
  type AmongSlices,
  knownBits,
  rowConditions,
  rowKey,
  sumColumns,
} from '../sql/row-queries.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import { boundValues, clickhouseDialect } from './clickhouse-dialect.ts'
import { refuseTooLarge } from './clickhouse-failure.ts'
import type { ClickhouseConnection } from './connection.ts'
import { LabelCache } from './label-cache.ts'
import { readBlocks } from './native-blocks.ts'

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
    const { entry, scope } = selection
    const { hidden } = await this.#entries.state()
    const labels = await this.#labels.at(entry)
    const query = selectRows(clickhouseDialect(labels, { last: entry, hidden }), selection)
    await using answer = await this.#connection
      .query(`${query.text}\nFORMAT Native`, boundValues(query.parameters), signal)
      .catch(refuseTooLarge)
    const names = labels.of(scope.account)
    for await (const { rowCount, columns } of readBlocks(answer)) {
      for (let start = 0; start < rowCount; start += maxRowsAtOnce) {
        const end = Math.min(start + maxRowsAtOnce, rowCount)
        const part = columns.map((column) => column.subarray(start, end))
        yield toFigureRows(end - start, part, names)
        signal.throwIfAborted()
      }
    }
  }
}

/** Codes in the text of the query, which may be longer than an address. */
const among: AmongSlices = (_, slices) =>
  slices.map(({ app, day, networkCode }) => `(${app}, ${day}, ${networkCode})`).join(', ')

/** The rows at the state of a dialect: the changes up to then, added up. */
export function selectRows(dialect: SqlDialect, selection: RowSelection): CompiledQuery {
  const list = new ParameterList(dialect)
  const sums = sumColumns.map(
    (column) => `accurateCast(sum(${dialect.wide(column)}), 'Int64') AS ${column}`,
  )
  const conditions = [...rowConditions(dialect, list, selection, among), ...list.visibleRows()]
  return list.query(`SELECT ${rowKey},
  toUInt16(${knownBits((column) => `sum(${column}_known) > 0`)}) AS known,
  ${sums.join(', ')}
FROM figures
WHERE ${conditions.join('\n  AND ')}
GROUP BY ${rowKey} HAVING ${dialect.presence}
ORDER BY ${rowKey}`)
}
