import type { DuckDBDataChunk } from '@duckdb/node-api'
import pLimit from 'p-limit'
import { figures } from '../../facts/figures.ts'
import type {
  FigureRows,
  MonthTotals,
  RowSelection,
  SliceFigures,
} from '../../ledger/slice-figures.ts'
import { answerTooLarge } from '../../reporting/report-error.ts'
import { isBeyondLimits } from '../../staging/engine-limits.ts'
import { type RowColumns, toFigureRows, toMonthTotals } from '../sql/figure-rows.ts'
import { type AmongSlices, selectMonthTotals, selectRows } from '../sql/row-queries.ts'
import { items } from './chunk-columns.ts'
import type { DuckdbDatabase } from './database.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { StreamedRows } from './streamed-rows.ts'

/** Queries that sort their rows at the same time. More would only wait for processors. */
const queriesAtOnce = 2

/** Reads rows of figures from a DuckDB file. */
export class DuckdbSliceFigures implements SliceFigures {
  readonly #database: DuckdbDatabase
  readonly #queue = pLimit(queriesAtOnce)

  constructor(database: DuckdbDatabase) {
    this.#database = database
  }

  async *read(selection: RowSelection, signal: AbortSignal): AsyncGenerator<FigureRows> {
    const { kind = figures, scope } = selection
    const { labels } = this.#database
    for await (const { rowCount, columns } of this.#chunks(selectRows, selection, signal)) {
      yield toFigureRows(kind, rowCount, columns, labels.of(scope.account))
    }
  }

  async monthTotals(selection: RowSelection, signal: AbortSignal): Promise<MonthTotals[]> {
    const found: MonthTotals[] = []
    for await (const { rowCount, columns } of this.#chunks(selectMonthTotals, selection, signal)) {
      found.push(...toMonthTotals(selection.kind ?? figures, rowCount, columns))
    }
    return found
  }

  async *#chunks(
    select: typeof selectRows,
    selection: RowSelection,
    signal: AbortSignal,
  ): AsyncGenerator<{ rowCount: number; columns: RowColumns }> {
    signal.throwIfAborted()
    const database = this.#database
    const dialect = duckdbDialect(database.labels, (epochMs) => database.entryAt(epochMs))
    const query = select(dialect, selection, among)
    const connection = await database.borrow()
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt, { once: true })
    let rows: StreamedRows | null = null
    try {
      // Rows are sorted before the first one comes; the rest takes as long as its reader does.
      const started = await this.#queue(async () => {
        rows = await StreamedRows.start(connection, query)
        return { rows, first: await rows.next() }
      })
      for (let chunk = started.first; chunk; chunk = await started.rows.next()) {
        yield { rowCount: chunk.rowCount, columns: columnsOf(chunk) }
        signal.throwIfAborted()
      }
      // An interrupted stream may end without an error.
      signal.throwIfAborted()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isBeyondLimits(error) ? answerTooLarge(error) : database.failureOf(error)
    } finally {
      await (rows as StreamedRows | null)?.end(false)
      signal.removeEventListener('abort', interrupt)
      database.giveBack(connection)
    }
  }
}

const columnsOf = (chunk: DuckDBDataChunk) =>
  Array.from({ length: chunk.columnCount }, (_, index) =>
    items<ArrayLike<number | bigint>>(chunk.getColumnVector(index)),
  )

/** Bound lists: thousands of literals would take longer to parse than their rows to read. */
const among: AmongSlices = (list, slices) => {
  const columns = [
    slices.map(({ app }) => app),
    slices.map(({ day }) => day),
    slices.map(({ networkCode }) => networkCode),
  ].map((values) => `unnest(${list.bindNumbers(values)}::UINTEGER[])`)
  return `SELECT ${columns.join(', ')}`
}
