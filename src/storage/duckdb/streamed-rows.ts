import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBPreparedStatement,
  DuckDBResult,
} from '@duckdb/node-api'
import type { CompiledQuery } from '../sql/parameter-list.ts'
import { bindParameters } from './bind-parameters.ts'
import type { KeptStatements } from './kept-statements.ts'

/** The rows of a running statement, chunk by chunk. */
export class StreamedRows {
  readonly #connection: DuckDBConnection
  readonly #statement: DuckDBPreparedStatement
  readonly #result: DuckDBResult
  readonly #release: () => void
  /** The fetch under way: the engine must not run two of one result at the same time. */
  #fetching: Promise<DuckDBDataChunk | null> = Promise.resolve(null)
  #isRead = false
  #hasFailed = false
  #isEnded = false

  private constructor(
    connection: DuckDBConnection,
    statement: DuckDBPreparedStatement,
    result: DuckDBResult,
    release: () => void,
  ) {
    this.#connection = connection
    this.#statement = statement
    this.#result = result
    this.#release = release
  }

  /**
   * Starts a statement.
   *
   * @param kept where its connection finds and leaves prepared statements; prepared each time when absent
   */
  static async start(
    connection: DuckDBConnection,
    { text, parameters }: CompiledQuery,
    kept?: { readonly statements: KeptStatements; readonly commits: number },
  ): Promise<StreamedRows> {
    const state = kept?.commits ?? 0
    const statement = kept
      ? await kept.statements.acquire(connection, text, state)
      : await connection.prepare(text)
    const release = () => {
      if (kept) kept.statements.release(connection, text, state, statement)
      else statement.destroySync()
    }
    try {
      bindParameters(statement, parameters)
      return new StreamedRows(connection, statement, await statement.stream(), release)
    } catch (error) {
      statement.destroySync()
      throw error
    }
  }

  /**
   * Fetches the next rows, one call after another.
   *
   * @returns null after the last ones, and perhaps when the connection was interrupted: the engine does not always
   *   throw then
   */
  next(): Promise<DuckDBDataChunk | null> {
    if (this.#isEnded) throw new Error('These rows were closed before they were read.')
    this.#fetching = this.#fetch()
    return this.#fetching
  }

  /**
   * Ends the statement. The rest of its rows is fetched, because a result with unread rows keeps the
   * file open until it is collected as garbage, even if the database was closed.
   *
   * @param keepsTransaction false interrupts the statement first, which ends its transaction
   */
  async end(keepsTransaction: boolean): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    await this.#fetching.catch(() => undefined)
    const isWhole = this.#isRead && !this.#hasFailed
    if (!this.#isRead && !keepsTransaction) this.#connection.interrupt()
    while (!this.#isRead) await this.#fetch().catch(() => undefined)
    if (isWhole) this.#release()
    else this.#statement.destroySync()
  }

  async #fetch(): Promise<DuckDBDataChunk | null> {
    let chunk: DuckDBDataChunk | null = null
    try {
      chunk = await this.#result.fetchChunk()
    } catch (error) {
      this.#hasFailed = true
      throw error
    } finally {
      // A result ends with its first error.
      if (!chunk || chunk.rowCount === 0) this.#isRead = true
    }
    return this.#isRead ? null : chunk
  }
}
