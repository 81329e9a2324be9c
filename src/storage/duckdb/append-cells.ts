import { setImmediate } from 'node:timers/promises'
import {
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBVector,
} from '@duckdb/node-api'
import { type FixedWidth, writeFixedWidth } from '../../reporting/fixed-width.ts'
import type { ColumnCells, TableBatch } from '../../reporting/report-table.ts'

/** A column of a scratch table for cells. */
export interface ScratchColumn {
  readonly name: string
  readonly type: DuckDBType
  readonly wordsPerCell: number
}

/** The most that a chunk of the engine has. */
const rowsPerChunk = 2_048

/**
 * Appends batches to a table.
 *
 * @returns for each column the labels of its codes; null for columns that are not text
 */
export async function appendCells(
  connection: DuckDBConnection,
  table: string,
  columns: readonly ScratchColumn[],
  batches: AsyncIterable<TableBatch>,
  signal: AbortSignal,
): Promise<readonly (readonly string[] | null)[]> {
  const appender = await connection.createAppender(table)
  // Chunks are freed with JavaScript's garbage, so one is used for all.
  const chunk = DuckDBDataChunk.create(columns.map(({ type }) => type))
  let labels: (readonly string[] | null)[] = []
  try {
    for await (const { rowCount, cells } of batches) {
      signal.throwIfAborted()
      for (let from = 0; from < rowCount; from += rowsPerChunk) {
        chunk.reset()
        chunk.rowCount = Math.min(rowsPerChunk, rowCount - from)
        for (const [index, { wordsPerCell }] of columns.entries()) {
          putCells(cells[index]!, from, chunk.getColumnVector(index), wordsPerCell)
        }
        appender.appendDataChunk(chunk)
        // A table in memory would otherwise block all other work.
        await setImmediate()
      }
      labels = cells.map((each) => (each.kind === 'text' ? each.labels : null))
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
  return labels
}

function putCells(
  cells: ColumnCells,
  from: number,
  vector: DuckDBVector,
  wordsPerCell: number,
): void {
  const range = { from, count: vector.itemCount }
  const target = { words: wordsOf(vector), wordsPerCell } satisfies FixedWidth
  for (const row of writeFixedWidth(valuesOf(cells), range, target, 0)) vector.setItem(row, null)
  vector.flush()
}

function valuesOf(cells: ColumnCells) {
  if (cells.kind === 'day') return cells.days
  return cells.kind === 'text' ? cells.codes : cells.values
}

/** The memory of a vector of numbers, from undocumented members of the package's vectors. */
function wordsOf(vector: DuckDBVector): Int32Array {
  const { items, dataView } = vector as unknown as {
    readonly items?: ArrayBufferView
    readonly dataView?: DataView
  }
  const { buffer, byteOffset, byteLength } = (items ?? dataView)!
  return new Int32Array(buffer, byteOffset, byteLength / 4)
}
