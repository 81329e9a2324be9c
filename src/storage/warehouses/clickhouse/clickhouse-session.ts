import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import type { TableBatch } from '../../../reporting/report-table.ts'
import type { TableValue, WarehouseColumn } from '../../../warehouse/tables.ts'
import { WarehouseError } from '../../../warehouse/warehouse.ts'
import { nativeBlocks } from './native-rows.ts'

/** For a new connection. */
const connectTimeoutMs = 15_000
/** For one statement, such as the removal of slices; for an insert, from its last row on. */
const statementTimeoutMs = 600_000
/** Answers are states and totals. */
const maxAnswerBytes = 67_108_864
const maxMessageLength = 500
/** Rows that wait to be sent. */
const sentAheadBytes = 4_194_304

/** Every statement is done when it is answered, and does what it says. */
const settings = {
  wait_end_of_query: '1',
  async_insert: '0',
  // Rows may come again after they were removed.
  insert_deduplicate: '0',
  lightweight_deletes_sync: '2',
  // Conditions of removals have subqueries, whose answers are the same on every replica.
  allow_nondeterministic_mutations: '1',
  select_sequential_consistency: '1',
  date_time_input_format: 'best_effort',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_decimals: '1',
}

/** Where a ClickHouse server answers HTTP. */
export interface ClickhousePlace {
  /** `http://host:8123` */
  readonly origin: string
  /** `host:8123` */
  readonly host: string
  readonly database: string
  readonly user: string
  readonly password: string
}

/** The HTTP interface of a ClickHouse server. It follows no redirects. Every method throws WarehouseError. */
export class ClickhouseSession {
  readonly #place: ClickhousePlace
  readonly #agent: Agent
  readonly #signal: AbortSignal
  readonly #answerMs: number

  /**
   * @param lookup finds the addresses of a host; Node's own when null
   * @param answerMs for an answer, from its beginning to its end
   */
  constructor(
    place: ClickhousePlace,
    lookup: LookupFunction | null,
    signal: AbortSignal,
    answerMs = statementTimeoutMs,
  ) {
    this.#place = place
    this.#signal = signal
    this.#answerMs = answerMs
    this.#agent = new Agent({
      connect: { timeout: connectTimeoutMs, ...(lookup && { lookup }) },
      headersTimeout: statementTimeoutMs,
      bodyTimeout: statementTimeoutMs,
    })
  }

  async run(sql: string): Promise<void> {
    await this.#ask({ max_execution_time: String(statementTimeoutMs / 1_000) }, sql)
  }

  /** Integers and decimals as text. */
  async rows(sql: string): Promise<unknown[][]> {
    const timed = { max_execution_time: String(statementTimeoutMs / 1_000) }
    const text = await this.#ask(timed, `${sql} FORMAT JSONCompactEachRow`)
    try {
      return text.split('\n').flatMap((line) => (line === '' ? [] : [rowIn(line)]))
    } catch (error) {
      throw new WarehouseError(notClickhouse, { cause: error })
    }
  }

  /** The whole number that a statement has as its answer. */
  async whole(sql: string): Promise<bigint> {
    const [row] = await this.rows(sql)
    return wholeIn(row?.[0])
  }

  /** Adds rows in bulk. */
  async insert(
    table: string,
    columns: readonly WarehouseColumn[],
    batches: AsyncIterable<TableBatch>,
  ): Promise<void> {
    const names = columns.map(({ name }) => name).join(', ')
    let failure: unknown = null
    const blocks = async function* () {
      try {
        yield* nativeBlocks(columns, batches)
      } catch (error) {
        failure = error
        throw error
      }
    }
    const body = Readable.from(blocks(), { objectMode: false, highWaterMark: sentAheadBytes })
    try {
      await this.#ask({ query: `INSERT INTO ${table} (${names}) FORMAT Native` }, body)
    } catch (error) {
      // An error of the source ends the request, and is told instead.
      throw failure ?? error
    } finally {
      if (!body.closed) await once(body.destroy(), 'close')
    }
  }

  /** Adds rows that are objects with the names of columns. */
  async insertObjects(table: string, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await this.#ask({ query: `INSERT INTO ${table} FORMAT JSONEachRow` }, lines)
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #ask(more: Readonly<Record<string, string>>, body: string | Readable): Promise<string> {
    const { origin, database, user, password } = this.#place
    const search = new URLSearchParams({ database, ...settings, ...more })
    try {
      const answer = await request(`${origin}/?${search}`, {
        method: 'POST',
        body,
        dispatcher: this.#agent,
        signal: this.#signal,
        headers: {
          authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
          'user-agent': 'Adtally',
        },
      })
      const text = await readText(answer.body, this.#answerMs)
      if (answer.statusCode === 200) return text
      throw new WarehouseError(refusalIn(answer, text))
    } catch (error) {
      throw error instanceof WarehouseError ? error : lost(error)
    }
  }
}

export const notClickhouse = 'ClickHouse: the answer is not that of a ClickHouse server'

function rowIn(line: string): unknown[] {
  const row: unknown = JSON.parse(line)
  if (Array.isArray(row)) return row
  throw new TypeError()
}

/** @throws WarehouseError for what is no whole number */
export function wholeIn(value: unknown): bigint {
  if (/^\d{1,19}$/.test(String(value))) return BigInt(String(value))
  throw new WarehouseError(notClickhouse)
}

/** @throws WarehouseError for an answer that is too long, or too slow though it never stops */
async function readText(body: Dispatcher.ResponseData['body'], timeoutMs: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  const late = new WarehouseError('ClickHouse: the answer takes too long')
  const timer = setTimeout(() => body.destroy(late), timeoutMs)
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxAnswerBytes) throw new WarehouseError('ClickHouse: the answer is too long')
      pieces.push(piece)
    }
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(pieces).toString()
}

/** The message of the server, without its version. Nothing is shown of servers that are no ClickHouse. */
function refusalIn({ headers, statusCode }: Dispatcher.ResponseData, text: string): string {
  if (headers['x-clickhouse-exception-code'] === undefined) {
    return `ClickHouse: the server answered with the HTTP status ${statusCode}`
  }
  const [line = ''] = text.split('\n')
  const message = line.replace(/^Code: \d+\. DB::Exception: /, '').replace(/ \(version .*$/, '')
  return `ClickHouse: ${message.slice(0, maxMessageLength)}`
}

/** The message of the network, which has no password. */
function lost(error: unknown): WarehouseError {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const message = first instanceof Error ? first.message : String(first)
  return new WarehouseError(`ClickHouse: ${message}`, { cause: error })
}

/** A text as SQL has it. */
export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A number, flag, text or time as SQL has it. */
export const literal = (value: TableValue): string =>
  typeof value === 'string' ? quote(value) : String(value)
