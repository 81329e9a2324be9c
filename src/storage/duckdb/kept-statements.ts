import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'

/** Statements that a connection keeps. */
const maxKept = 8

/** Prepared statements of one connection and state of the figures, by their text. */
interface StatementsOfState {
  readonly state: number
  readonly statements: Map<string, DuckDBPreparedStatement>
}

/**
 * Prepared statements, which their connections use again. The engine plans a statement by what it knows
 * of the data, such as that a column has no null, so they are kept only until something is written.
 */
export class KeptStatements {
  readonly #kept = new Map<DuckDBConnection, StatementsOfState>()

  /**
   * Prepares a statement, or takes one that was prepared.
   *
   * @param state another number once something was written
   */
  async acquire(
    connection: DuckDBConnection,
    text: string,
    state: number,
  ): Promise<DuckDBPreparedStatement> {
    const kept = this.#kept.get(connection)
    if (kept && kept.state !== state) this.drop(connection)
    const statement = kept?.state === state ? kept.statements.get(text) : undefined
    if (!statement) return connection.prepare(text)
    kept!.statements.delete(text)
    return statement
  }

  /** Keeps a statement that has run to its end. @param state the one that it was taken with */
  release(
    connection: DuckDBConnection,
    text: string,
    state: number,
    statement: DuckDBPreparedStatement,
  ): void {
    let kept = this.#kept.get(connection)
    if (!kept) {
      kept = { state, statements: new Map() }
      this.#kept.set(connection, kept)
    }
    const { statements } = kept
    if (kept.state !== state || statements.has(text)) {
      statement.destroySync()
      return
    }
    statements.set(text, statement)
    const [[oldest, its] = []] = statements
    if (statements.size <= maxKept || oldest === undefined) return
    statements.delete(oldest)
    its!.destroySync()
  }

  /** Destroys the statements of a connection, before it is closed. */
  drop(connection: DuckDBConnection): void {
    for (const statement of this.#kept.get(connection)?.statements.values() ?? []) {
      statement.destroySync()
    }
    this.#kept.delete(connection)
  }
}
