import { setImmediate } from 'node:timers/promises'
import {
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'

const rowsPerChunk = 2_048

/** Appends rows to a temporary table of the connection. */
export async function appendRows(
  connection: DuckDBConnection,
  temporaryTable: string,
  types: readonly DuckDBType[],
  rows: Iterable<readonly DuckDBValue[]> | AsyncIterable<readonly DuckDBValue[]>,
  onChunk: (rowsSoFar: number) => void = () => undefined,
): Promise<number> {
  const appender = await connection.createAppender(temporaryTable, 'main', 'temp')
  let count = 0
  let buffered: (readonly DuckDBValue[])[] = []
  const append = async () => {
    if (buffered.length === 0) return
    const chunk = DuckDBDataChunk.create(types, buffered.length)
    chunk.setRows(buffered)
    appender.appendDataChunk(chunk)
    count += buffered.length
    buffered = []
    onChunk(count)
    // Rows of a document that is in memory would keep all others waiting.
    await setImmediate()
  }
  try {
    for await (const row of rows) {
      buffered.push(row)
      if (buffered.length === rowsPerChunk) await append()
    }
    await append()
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
  return count
}
