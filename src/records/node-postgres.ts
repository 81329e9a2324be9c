import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import { type ClientBase, DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'

/** How a PostgreSQL database is used. Waiting longer than a timeout is an error. */
export interface PostgresOptions {
  /** Connections that read; 10 when absent. */
  readonly readConnections?: number
  /** Connections that write, so that readers never wait for them; 5 when absent. */
  readonly writeConnections?: number
  /** For a new connection or a free one of the pool; 5,000 when absent. */
  readonly connectTimeoutMs?: number
  /** For the answer to one statement that reads; 10,000 when absent. */
  readonly readTimeoutMs?: number
  /** For the answer to one statement that writes; 30,000 when absent. */
  readonly writeTimeoutMs?: number
  /** Between two statements of a transaction, enforced by the server; 60,000 when absent. */
  readonly idleTransactionTimeoutMs?: number
  /** Until the server closes connections of a host that vanished, and frees their locks; 30,000 when absent. */
  readonly vanishedAfterMs?: number
  /** Called when an idle connection ends. It is replaced automatically. */
  readonly onConnectionLost?: (error: Error) => void
  /** Whether this process gives the records another secret; else it keeps others from doing so. */
  readonly replacesSecret?: boolean
  /** Called when the records got another secret nevertheless: this process can write no more. */
  readonly onSecretReplaced?: (error: Error) => void
}

export function withPostgresDefaults(options: PostgresOptions): Required<PostgresOptions> {
  return {
    readConnections: 10,
    writeConnections: 5,
    connectTimeoutMs: 5_000,
    readTimeoutMs: 10_000,
    writeTimeoutMs: 30_000,
    idleTransactionTimeoutMs: 60_000,
    vanishedAfterMs: 30_000,
    onConnectionLost: () => undefined,
    replacesSecret: false,
    onSecretReplaced: () => undefined,
    ...options,
  }
}

/** Extra time for a running server to report by itself that a statement took too long. */
const graceMs = 1_000

export interface PoolHooks {
  /** Called whenever a connection was used, after its last statement was committed. */
  readonly onReturned?: () => void
  /** Called with each new connection before it is used. */
  readonly onConnect?: (client: ClientBase) => Promise<void>
}

/** Kysely's dialect over a pool of connections with timeouts. */
export function postgresDialect(
  url: string,
  use: 'reads' | 'writes',
  options: Required<PostgresOptions>,
  { onReturned = () => {}, onConnect }: PoolHooks = {},
): PostgresDialect {
  const max = use === 'reads' ? options.readConnections : options.writeConnections
  const pool = openPool(url, use, options, { max, ...(onConnect && { onConnect }) })
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => wrap(await pool.connect().catch(refuse), onReturned),
      end: () => pool.end(),
    },
  })
}

/** A pool of connections with timeouts. @param use part of the name that the server lists them by */
export function openPool(
  url: string,
  use: 'reads' | 'writes' | 'presence',
  options: Required<PostgresOptions>,
  more: PoolConfig,
): Pool {
  const timeoutMs = use === 'reads' ? options.readTimeoutMs : options.writeTimeoutMs
  const pool = new Pool({
    connectionString: url,
    application_name: `adtally ${use}`,
    ...more,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + graceMs,
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs,
    keepAlive: true,
    options: serverKeepalives(options.vanishedAfterMs),
    // Closing the connection to a server that hangs would keep the process from ending.
    allowExitOnIdle: true,
    types: { getTypeParser },
  })
  pool.on('error', options.onConnectionLost)
  // A connection that is lost while in use fails its next statement. Without a listener it would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** The server's default is two hours. The vanished host could block every import for that long. */
function serverKeepalives(vanishedAfterMs: number): string {
  // The server closes the connection after an idle time and three unanswered probes.
  const seconds = Math.max(1, Math.round(vanishedAfterMs / 4_000))
  const settings = [
    `tcp_keepalives_idle=${seconds}`,
    `tcp_keepalives_interval=${seconds}`,
    'tcp_keepalives_count=3',
    // For data that the server sent and the host never confirmed.
    `tcp_user_timeout=${vanishedAfterMs}`,
  ]
  return settings.map((setting) => `-c ${setting}`).join(' ')
}

/** Wraps a connection, which is not returned to the pool after it failed to answer. */
function wrap(client: PoolClient, onReturned: () => void): PostgresPoolClient {
  let failure: Error | null = null
  const query = async (text: string, values: readonly unknown[] = []) => {
    // Statements after a failure, such as a rollback, would wait as long again.
    if (failure) throw unavailable(failure)
    try {
      return await client.query(text, values.map(storable))
    } catch (error) {
      if (!(error instanceof DatabaseError)) failure = error as Error
      if (failure || isUnavailable(error as DatabaseError)) throw unavailable(error)
      throw error
    }
  }
  return {
    // The second form, which takes cursors, is not needed: nothing here streams.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      client.release(destroy || failure !== null)
      onReturned()
    },
  }
}

const unavailable = (cause: unknown) =>
  new StoreUnavailableError('PostgreSQL does not answer.', { cause })

function refuse(cause: unknown): never {
  throw unavailable(cause)
}

/**
 * Whether the server cannot answer now: it is starting or stopping, has no free connection, stopped a
 * statement that took too long, or is read-only.
 */
function isUnavailable({ code = '' }: DatabaseError): boolean {
  return /^(08|53|57P|57014|25006)/.test(code)
}

/** Replaces U+0000, which PostgreSQL's text cannot contain. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

const int8: number = types.builtins.INT8

/** Reads 64-bit integers as numbers, because none here exceeds 2^53. */
const getTypeParser: typeof types.getTypeParser = (id: number, format?: string) =>
  id === int8 ? Number : types.getTypeParser(id, format as 'text')
