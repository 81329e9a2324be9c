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
import { type OpenAnswer, readAhead, timed, tooLate } from './answer-stream.ts'
import { isLost, toFailure } from './clickhouse-failure.ts'
import type { ClickhouseOptions } from './clickhouse-options.ts'
import { settingsOf } from './query-settings.ts'
import { onCluster } from './schema.ts'

/** Values of a statement's placeholders, by their names. */
export type QueryParameters = Readonly<Record<string, number | string | readonly number[]>>

/** A server that lives says by itself that a question took too long; others have this much more. */
const graceMs = 500

const never = new AbortController().signal

/** Asks and tells a ClickHouse node, or another one of its cluster. */
export class ClickhouseConnection {
  readonly options: Required<ClickhouseOptions>
  readonly #clients: readonly ClickHouseClient[]
  readonly #places: LimitFunction
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
    this.#places = pLimit(this.options.connections)
  }

  /**
   * Asks a question and reads its answer.
   *
   * @param query ends with the format of the answer
   * @throws StoreUnavailableError when no node answers in time
   */
  ask(
    query: string,
    parameters: QueryParameters = {},
    signal: AbortSignal = never,
  ): Promise<OpenAnswer> {
    const askedAt = performance.now()
    return this.#places(async () => {
      // Whoever waited for a place as long as for an answer is not kept waiting again.
      if (performance.now() - askedAt > this.options.readTimeoutMs) throw tooLate()
      const attempts = Math.max(this.#clients.length, 2)
      for (let attempt = 1; ; attempt++) {
        const node = this.#preferred
        try {
          return await this.#exec(this.#clients[node]!, query, parameters, signal)
        } catch (error) {
          if (signal.aborted) throw signal.reason
          const failure = toFailure(error)
          if (isLost(error) || failure instanceof StoreUnavailableError) this.#leave(node)
          if (!isLost(error) || attempt === attempts) throw failure
        }
      }
    })
  }

  /** Asks a question with a small answer: each row as a list of values, 64-bit numbers as text. */
  async rows(query: string, parameters: QueryParameters = {}): Promise<unknown[][]> {
    const answer = await this.ask(`${query}\nFORMAT JSONCompactEachRow`, parameters)
    const pieces: Buffer[] = []
    for await (const piece of answer) pieces.push(piece)
    const lines = Buffer.concat(pieces).toString().split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as unknown[])
  }

  /** Asks one node, by its place among the addresses; as {@link rows} otherwise. */
  rowsOf(node: number, query: string): Promise<unknown[][]> {
    return this.#inTime(this.options.readTimeoutMs, node, async (client, abort_signal) => {
      const answer = await client.query({
        query,
        format: 'JSONCompactEachRow',
        clickhouse_settings: settingsOf('read', this.options),
        abort_signal,
      })
      return answer.json<unknown[]>()
    })
  }

  /** Adds the rows of a Parquet file to a table. They all lie there once it returns. */
  async insertParquet(table: string, path: string): Promise<void> {
    await this.#inTime(this.options.writeTimeoutMs, this.#preferred, (client, abort_signal) =>
      client.insert({
        table,
        values: createReadStream(path),
        format: 'Parquet',
        clickhouse_settings: settingsOf('insert', this.options),
        abort_signal,
      }),
    )
  }

  /**
   * Runs a statement without an answer on every node that is named. A statement that is `ON CLUSTER`
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

  /** Makes the database on every node that is named. */
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
      // A question whose connection has ended would go on.
      client
        .command({ query: `KILL QUERY WHERE query_id = '${query_id}' ASYNC` })
        .catch(() => undefined)
    }
    const onAbort = () => giveUp(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => giveUp(tooLate()), readTimeoutMs + graceMs)
    try {
      const { stream } = await client.exec({
        query,
        query_params: parameters,
        query_id,
        abort_signal: stop.signal,
        clickhouse_settings: settingsOf('read', this.options),
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
    const timer = setTimeout(() => stop.abort(tooLate()), timeoutMs)
    try {
      return await work(this.#clients[node]!, stop.signal)
    } catch (error) {
      this.#leave(node)
      throw toFailure(stop.signal.aborted ? stop.signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Who asks next asks another node. */
  #leave(node: number): void {
    if (this.#preferred === node) this.#preferred = (node + 1) % this.#clients.length
  }

  #client(url: string, database?: string): ClickHouseClient {
    const { writeTimeoutMs, readTimeoutMs, connections } = this.options
    const clickhouse_settings: ClickHouseSettings = settingsOf('command', this.options)
    return createClient({
      url,
      ...(database && { database }),
      application: 'adtally',
      clickhouse_settings,
      // Times of our own come first.
      request_timeout: 2 * Math.max(writeTimeoutMs, readTimeoutMs),
      // Beside those that ask there may be one that stops a question, and one that writes.
      max_open_connections: connections + 4,
      keep_alive: { enabled: true, idle_socket_ttl: 2_000, eagerly_destroy_stale_sockets: true },
      log: { level: ClickHouseLogLevel.OFF },
    })
  }
}
