import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, type PoolClient, types } from 'pg'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'

/** How a PostgreSQL database is used. Every time is one after which waiting becomes an error. */
export interface PostgresOptions {
  /** Connections that read; 10 when absent. */
  readonly readConnections?: number
  /** Connections that write, apart so that no reader waits for them; 5 when absent. */
  readonly writeConnections?: number
  /** For a connection, also for one of the pool to become free; 5,000 when absent. */
  readonly connectTimeoutMs?: number
  /** For the answer to one statement that reads; 10,000 when absent. */
  readonly readTimeoutMs?: number
  /** For the answer to one statement that writes; 30,000 when absent. */
  readonly writeTimeoutMs?: number
  /** For the next statement of a transaction, as the server counts it; 60,000 when absent. */
  readonly idleTransactionTimeoutMs?: number
  /**
   * After which the server ends connections of a host that vanished without a goodbye, and their
   * locks; about 30,000 when absent.
   */
  readonly vanishedAfterMs?: number
  /** Hears of connections that end while nobody uses them; they are replaced by themselves. */
  readonly onConnectionLost?: (error: Error) => void
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
    ...options,
  }
}

/** A server that lives says by itself that a statement took too long; one that does not has this much more. */
const graceMs = 1_000

/** Kysely's dialect over a pool of connections that give up rather than hang. */
export function postgresDialect(
  url: string,
  use: 'reads' | 'writes',
  options: Required<PostgresOptions>,
): PostgresDialect {
  const timeoutMs = use === 'reads' ? options.readTimeoutMs : options.writeTimeoutMs
  const pool = new Pool({
    connectionString: url,
    application_name: `adtally ${use}`,
    max: use === 'reads' ? options.readConnections : options.writeConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + graceMs,
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs,
    keepAlive: true,
    options: serverKeepalives(options.vanishedAfterMs),
    // The goodbye to a server that is silent would keep the process from ending.
    allowExitOnIdle: true,
    types: { getTypeParser },
  })
  pool.on('error', options.onConnectionLost)
  // A connection that is lost while it is lent tells its user with the next statement; without a
  // listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => lend(await pool.connect().catch(refuse)),
      end: () => pool.end(),
    },
  })
}

/** A server's own default is two hours, during which nobody else could import. */
function serverKeepalives(vanishedAfterMs: number): string {
  // The first probe, and three more that nobody answers.
  const seconds = Math.max(1, Math.round(vanishedAfterMs / 4_000))
  const settings = [
    `tcp_keepalives_idle=${seconds}`,
    `tcp_keepalives_interval=${seconds}`,
    'tcp_keepalives_count=3',
    // For what the server sent and nobody received.
    `tcp_user_timeout=${vanishedAfterMs}`,
  ]
  return settings.map((setting) => `-c ${setting}`).join(' ')
}

/** Lends a connection, which does not return to the pool once it failed to answer. */
function lend(client: PoolClient): PostgresPoolClient {
  let failure: Error | null = null
  const query = async (text: string, values: readonly unknown[] = []) => {
    // What comes after a failure, such as a rollback, would wait as long again.
    if (failure) throw away(failure)
    try {
      return await client.query(text, values.map(storable))
    } catch (error) {
      if (!(error instanceof DatabaseError)) failure = error as Error
      if (failure || isAway(error as DatabaseError)) throw away(error)
      throw error
    }
  }
  return {
    // Without the second form, which takes cursors: nothing here streams.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || failure !== null),
  }
}

const away = (cause: unknown) => new StoreUnavailableError('PostgreSQL does not answer.', { cause })

function refuse(cause: unknown): never {
  throw away(cause)
}

/**
 * Whether the server says that it cannot answer now: it is stopping or starting, has no connection
 * left, gave up on a statement that took too long, or may not write.
 */
function isAway({ code = '' }: DatabaseError): boolean {
  return /^(08|53|57P|57014|25006)/.test(code)
}

/** PostgreSQL's text has no U+0000: to look for one finds nothing, and to keep one keeps this sign. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

const int8: number = types.builtins.INT8

/** Reads whole numbers of 64 bits as numbers: none here is beyond 2^53. */
const getTypeParser: typeof types.getTypeParser = (id: number, format?: string) =>
  id === int8 ? Number : types.getTypeParser(id, format as 'text')
