import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import pLimit, { type LimitFunction } from 'p-limit'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { type OpenAnswer, readAhead, timed, timeoutError } from './answer-stream.ts'
import { isUnreachable, toFailure } from './clickhouse-failure.ts'
import type { ClickhouseOptions } from './clickhouse-options.ts'
import { querySettings } from './query-settings.ts'
import { onCluster } from './schema.ts'

/** Values of a statement's placeholders, by name. */
export type QueryParameters = Readonly<Record<string, number | string | readonly number[]>>

/** Extra time for a running server to report by itself that a query took too long. */
const graceMs = 500

const never = new AbortController().signal

/** A connection to the nodes of a ClickHouse cluster. */
export class ClickhouseConnection {
  readonly options: Required<ClickhouseOptions>
  readonly #clients: readonly ClickHouseClient[]
  readonly #queue: LimitFunction
  #preferred = 0

  constructor(options: ClickhouseOptions) {
    this.options = {
      database: 'adtally',
      cluster: null,
      replicated: false,
      readTimeoutMs: 10_000,
      writeTimeoutMs: 120_000,
      connections: 16,
      ...options,
    }
    this.#clients = options.urls.map((url) => this.#client(url, this.options.database))
    this.#queue = pLimit(this.options.connections)
  }

  /**
   * Runs a query. If a node cannot be reached, the next one is tried.
   *
   * @param query ends with the format of the answer
   * @throws StoreUnavailableError when no node answers in time
   */
  query(
    query: string,
    parameters: QueryParameters = {},
    signal: AbortSignal = never,
  ): Promise<OpenAnswer> {
    const queuedAt = performance.now()
    return this.#queue(async () => {
      // Time in the queue counts too.
      if (performance.now() - queuedAt > this.options.readTimeoutMs) throw timeoutError()
      const attempts = Math.max(this.#clients.length, 2)
      for (let attempt = 1; ; attempt++) {
        const node = this.#preferred
        try {
          return await this.#exec(this.#clients[node]!, query, parameters, signal)
        } catch (error) {
          if (signal.aborted) throw signal.reason
          const failure = toFailure(error)
          if (isUnreachable(error) || failure instanceof StoreUnavailableError) this.#avoid(node)
          if (!isUnreachable(error) || attempt === attempts) throw failure
        }
      }
    })
  }

  /** Runs a query with a small answer. @returns each row as a list of values, 64-bit numbers as text */
  async rows(
    query: string,
    parameters: QueryParameters = {},
    signal: AbortSignal = never,
  ): Promise<unknown[][]> {
    const answer = await this.query(`${query}\nFORMAT JSONCompactEachRow`, parameters, signal)
    const pieces: Buffer[] = []
    for await (const piece of answer) pieces.push(piece)
    const lines = Buffer.concat(pieces).toString().split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as unknown[])
  }

  /** Like {@link rows}, on one node. @param node its position in `urls` */
  rowsOf(
    node: number,
    query: string,
    readTimeoutMs: number = this.options.readTimeoutMs,
  ): Promise<unknown[][]> {
    return this.#inTime(readTimeoutMs, node, async (client, abort_signal) => {
      const answer = await client.query({
        query,
        format: 'JSONCompactEachRow',
        clickhouse_settings: querySettings('read', { ...this.options, readTimeoutMs }),
        abort_signal,
      })
      return answer.json<unknown[]>()
    })
  }

  /** Adds the rows of a Parquet file to a table. All of them are stored once this returns. */
  async insertParquet(table: string, path: string): Promise<void> {
    await this.#inTime(this.options.writeTimeoutMs, this.#preferred, (client, abort_signal) =>
      client.insert({
        table,
        values: createReadStream(path),
        format: 'Parquet',
        clickhouse_settings: querySettings('insert', this.options),
        abort_signal,
      }),
    )
  }

  /**
   * Runs a statement without an answer on every node in `urls`. A statement that is `ON CLUSTER`
   * goes to one, which passes it on. A replica that is away is left out: another one has its rows.
   */
  async commandEverywhere(
    query: string,
    parameters: QueryParameters = {},
    timeoutMs: number = this.options.writeTimeoutMs,
  ): Promise<void> {
    const clause = onCluster(this.options)
    const isPassedOn = clause !== '' && query.includes(clause)
    await this.ofNodes(
      (node) =>
        this.#inTime(timeoutMs, node, (client, abort_signal) =>
          client.command({ query, query_params: parameters, abort_signal }),
        ),
      isPassedOn ? 1 : this.#clients.length,
    )
  }

  /**
   * Runs work for the nodes that are named, one after another. With replicas, one node is enough.
   *
   * @param most how many nodes
   * @throws StoreUnavailableError when a node is away that no other one can stand in for
   */
  async ofNodes<Result>(
    work: (node: number) => Promise<Result>,
    most: number = this.#clients.length,
  ): Promise<Result[]> {
    const results: Result[] = []
    let away: StoreUnavailableError | null = null
    for (const node of this.#clients.keys()) {
      if (results.length === most) break
      try {
        results.push(await work(node))
      } catch (error) {
        if (!this.options.replicated || !(error instanceof StoreUnavailableError)) throw error
        away = error
      }
    }
    if (results.length === 0 && away) throw away
    return results
  }

  /** Creates the database on every node in `urls`. */
  async createDatabase(clause: string): Promise<void> {
    const { urls, database, readTimeoutMs } = this.options
    await this.ofNodes(async (node) => {
      const client = this.#client(urls[node]!)
      const query = `CREATE DATABASE IF NOT EXISTS ${database}${clause}`
      await this.#inTime(readTimeoutMs, node, (_, abort_signal) =>
        client.command({ query, abort_signal }),
      ).finally(() => client.close())
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()))
  }

  async #exec(
    client: ClickHouseClient,
    query: string,
    parameters: QueryParameters,
    signal: AbortSignal,
  ): Promise<OpenAnswer> {
    signal.throwIfAborted()
    const { readTimeoutMs } = this.options
    const query_id = randomUUID()
    const stop = new AbortController()
    const giveUp = (reason: unknown) => {
      stop.abort(reason)
      // The server would continue a query whose connection has ended.
      client
        .command({ query: `KILL QUERY WHERE query_id = '${query_id}' ASYNC` })
        .catch(() => undefined)
    }
    const onAbort = () => giveUp(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => giveUp(timeoutError()), readTimeoutMs + graceMs)
    try {
      const { stream } = await client.exec({
        query,
        query_params: parameters,
        query_id,
        abort_signal: stop.signal,
        clickhouse_settings: querySettings('read', this.options),
      })
      return await readAhead(timed(stream, readTimeoutMs))
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  async #inTime<Result>(
    timeoutMs: number,
    node: number,
    work: (client: ClickHouseClient, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(timeoutError()), timeoutMs)
    try {
      return await work(this.#clients[node]!, stop.signal)
    } catch (error) {
      this.#avoid(node)
      throw toFailure(stop.signal.aborted ? stop.signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Lets the next query use another node. */
  #avoid(node: number): void {
    if (this.#preferred === node) this.#preferred = (node + 1) % this.#clients.length
  }

  #client(url: string, database?: string): ClickHouseClient {
    const { writeTimeoutMs, readTimeoutMs, connections } = this.options
    const clickhouse_settings: ClickHouseSettings = querySettings('command', this.options)
    return createClient({
      url,
      ...(database && { database }),
      application: 'adtally',
      clickhouse_settings,
      // Our own timeouts come first.
      request_timeout: 2 * Math.max(writeTimeoutMs, readTimeoutMs),
      // Besides queries, some connections stop queries or write.
      max_open_connections: connections + 4,
      keep_alive: { enabled: true, idle_socket_ttl: 2_000, eagerly_destroy_stale_sockets: true },
      log: { level: ClickHouseLogLevel.OFF },
    })
  }
}
