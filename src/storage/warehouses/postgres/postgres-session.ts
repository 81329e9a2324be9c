import { once } from 'node:events'
import { isIP, type LookupFunction, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ColumnCells, TableBatch } from '../../../reporting/report-table.ts'
import { type Day, formatDay } from '../../../values/day.ts'
import { exactIntegersOf } from '../../../values/exact-integer.ts'
import type { TableValue, WarehouseType } from '../../../warehouse/tables.ts'
import { WarehouseError } from '../../../warehouse/warehouse.ts'
import type { BulkColumn, SqlSession } from '../sql-session.ts'

/** For a new connection. */
const connectTimeoutMs = 15_000
/** For one statement, such as the removal of slices. */
const statementTimeoutMs = 600_000
/** As a number, the first letters of Adtally. */
const lockSpace = 0x61647461
/** Rows that wait to be sent, so that the server has work while the next rows are read. */
const sentAheadBytes = 16_777_216
/** Text that is sent at once. */
const pieceLength = 65_536

/** A connection to PostgreSQL. */
export class PostgresSession implements SqlSession {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /**
   * @param lookup finds the addresses of a host; Node's own when null
   * @throws WarehouseError
   */
  static async open(
    url: string,
    lookup: LookupFunction | null,
    signal: AbortSignal,
  ): Promise<PostgresSession> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      // The server may be gone without a word.
      query_timeout: statementTimeoutMs + connectTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      keepAlive: true,
      application_name: 'adtally',
      ...(lookup && { stream: () => new CheckedSocket(lookup) as Duplex }),
    })
    // A connection that is lost fails its next statement.
    client.on('error', () => undefined)
    const giveUp = () => void client.end().catch(() => undefined)
    signal.addEventListener('abort', giveUp, { once: true })
    await client.connect().catch(refuse)
    await client.query("SET client_min_messages = warning; SET timezone = 'UTC'").catch(refuse)
    return new PostgresSession(client)
  }

  typeOf(type: WarehouseType): string {
    if (type.kind === 'decimal') return `NUMERIC(${type.precision}, ${type.scale})`
    return types[type.kind]
  }

  placeholder(position: number, { kind }: WarehouseType): string {
    if (kind === 'day') return `(DATE '1970-01-01' + $${position}::INTEGER)`
    return kind === 'time' ? `to_timestamp($${position}::BIGINT / 1000.0)` : `$${position}`
  }

  dayNumber = (expression: string): string => `((${expression}) - DATE '1970-01-01')`

  async run(sql: string, values: readonly TableValue[] = []): Promise<void> {
    await this.#client.query(sql, [...values]).catch(refuse)
  }

  async rows(sql: string, values: readonly TableValue[] = []) {
    const query = { text: sql, values: [...values], rowMode: 'array' as const }
    const { rows } = await this.#client.query<unknown[]>(query).catch(refuse)
    return rows
  }

  async commentOf(table: string): Promise<string | null> {
    const [row] = await this.rows('SELECT obj_description(to_regclass($1))', [table])
    return row?.[0] == null ? null : String(row[0])
  }

  async lacksIndex(name: string): Promise<boolean> {
    const [row] = await this.rows('SELECT to_regclass($1) IS NULL', [name])
    return row?.[0] === true
  }

  /** The first number keeps the locks of others apart. */
  lock(account: string): Promise<void> {
    return this.run(`SELECT pg_advisory_xact_lock(${lockSpace}, hashtext($1))`, [account])
  }

  async insert(
    table: string,
    columns: readonly BulkColumn[],
    batches: AsyncIterable<TableBatch>,
  ): Promise<number> {
    const names = columns.map(({ name }) => name).join(', ')
    const sql = `COPY ${table} (${names}) FROM STDIN`
    const stream = this.#client.query(copyFrom(sql, { highWaterMark: sentAheadBytes }))
    let failure: unknown = null
    stream.on('error', (error) => {
      failure = error
    })
    const finished = once(stream, 'finish')
    finished.catch(() => undefined)
    let rows = 0
    try {
      for await (const batch of batches) {
        rows += batch.rowCount
        for (const piece of linesOf(batch, columns)) {
          // A copy that failed has no connection any more to write to.
          if (failure !== null) throw failure
          if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), finished])
        }
      }
      if (failure !== null) throw failure
      stream.end()
      await finished
    } catch (error) {
      if (failure !== null) throw toWarehouseError(failure)
      // An error of the source ends the copy, and is told instead.
      stream.destroy(error as Error)
      throw error
    }
    return rows
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }
}

/** A socket that connects only to addresses that its lookup finds. */
class CheckedSocket extends Socket {
  readonly #lookup: LookupFunction

  constructor(lookup: LookupFunction) {
    super()
    this.#lookup = lookup
  }

  // The driver asks for a port and a host, or for a path.
  override connect(...given: unknown[]): this {
    const [port, host] = given
    if (typeof port !== 'number' || typeof host !== 'string') throw new Error('A path is no host.')
    if (isIP(host) === 0) return super.connect({ port, host, lookup: this.#lookup })
    // Node looks up no addresses, and the driver decodes one that is written as a name.
    this.#lookup(host, {}, (error) => {
      if (error) this.destroy(error)
      else super.connect({ port, host })
    })
    return this
  }
}

const types = {
  day: 'DATE',
  text: 'TEXT',
  integer: 'BIGINT',
  time: 'TIMESTAMPTZ',
  flag: 'BOOLEAN',
} as const

/** The lines of a batch in the text format of COPY, in pieces. */
function* linesOf(
  { rowCount, cells }: TableBatch,
  columns: readonly BulkColumn[],
): Generator<string> {
  const textOf = cells.map((column, index) => cellText(column, columns[index]!.type))
  let piece = ''
  for (let row = 0; row < rowCount; row++) {
    for (let index = 0; index < textOf.length; index++) {
      piece += index === 0 ? textOf[index]!(row) : `\t${textOf[index]!(row)}`
    }
    piece += '\n'
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

const unknown = '\\N'

function cellText(cells: ColumnCells, type: WarehouseType): (row: number) => string {
  if (cells.kind === 'text') {
    const escaped = cells.labels.map(escapeText)
    return (row) => {
      const code = cells.codes[row]
      return code == null ? unknown : escaped[code]!
    }
  }
  if (cells.kind === 'day') {
    const known = new Map<number, string>()
    return (row) => {
      const day = cells.days[row]
      if (day == null) return unknown
      if (!known.has(day)) known.set(day, formatDay(day as Day))
      return known.get(day)!
    }
  }
  const decimals = type.kind === 'decimal' ? type.scale : 0
  const { values } = cells
  const valueAt = values instanceof BigInt64Array ? exactIntegersOf(values) : null
  return (row) => {
    const value = valueAt ? valueAt(row) : values[row]
    if (value == null) return unknown
    return decimals === 0 ? String(value) : `${value}e-${decimals}`
  }
}

const escapeText = (text: string): string =>
  text.replace(
    /[\\\n\r\t]/g,
    (found) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[found]!,
  )

const refuse = (error: unknown): never => {
  throw toWarehouseError(error)
}

/** The message of the server or of the network, which has no password. */
function toWarehouseError(error: unknown): WarehouseError {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const message = first instanceof Error ? first.message : String(first)
  return new WarehouseError(`PostgreSQL: ${message}`, { cause: error })
}
