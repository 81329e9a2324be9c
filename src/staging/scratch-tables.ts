import { setImmediate } from 'node:timers/promises'
import {
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'

const rowsPerChunk = 2_048

/** Runs a query with a small result. */
export async function rowsOf(
  connection: DuckDBConnection,
  query: string,
): Promise<DuckDBValue[][]> {
  return (await connection.runAndReadAll(query)).getRows()
}

/**
 * The distinct values of expressions, in one pass over a relation. The expressions have one type.
 *
 * @param limit of the values together; all when absent
 * @returns the values of each expression
 */
export async function distinctOf(
  connection: DuckDBConnection,
  relation: string,
  expressions: readonly string[],
  limit?: number,
): Promise<DuckDBValue[][]> {
  const result = await connection.run(
    `SELECT DISTINCT unnest([${[...expressions.keys()].join(', ')}]), unnest([${expressions.join(', ')}])
    FROM ${relation}${limit === undefined ? '' : ` LIMIT ${limit}`}`,
  )
  const found = expressions.map((): DuckDBValue[] => [])
  for await (const chunk of result) {
    for (const [place, value] of chunk.getRows()) found[Number(place)]!.push(value!)
  }
  return found
}

/** Makes or replaces a temporary table that contains these rows. */
export async function putTable(
  connection: DuckDBConnection,
  table: string,
  columns: Readonly<Record<string, DuckDBType>>,
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const declared = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${declared.join(', ')})`)
  await appendRows(connection, table, Object.values(columns), rows)
}

export interface AppendOptions {
  /** Whether the table is one of the store. */
  readonly isStored?: boolean
  readonly onChunk?: (rowsSoFar: number) => void
}

/**
 * Appends rows to a temporary table, or to one of the store.
 *
 * @param types those of all columns
 * @returns how many
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  types: readonly DuckDBType[],
  rows: Iterable<readonly DuckDBValue[]> | AsyncIterable<readonly DuckDBValue[]>,
  { isStored = false, onChunk = () => undefined }: AppendOptions = {},
): Promise<number> {
  const appender = await connection.createAppender(table, 'main', isStored ? undefined : 'temp')
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
    // Rows of a document in memory would otherwise block all other work.
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
