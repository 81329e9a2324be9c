import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { EngineLimits } from './engine-limits.ts'
import { openEngine } from './open-engine.ts'

/** A connection whose temporary tables belong to one import. */
export type Scratch = DuckDBConnection

/** Runs work on a new connection. Its temporary tables end with the work. */
export async function withConnection<Result>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await instance.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
  }
}

/** A DuckDB database in memory, for staging when the store is another engine. */
export class ScratchDatabase {
  readonly #instance: DuckDBInstance

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance
  }

  /**
   * @param threads engine threads for one statement
   * @param spillDirectory for data that does not fit into memory
   */
  static async open(
    threads: number,
    spillDirectory: string,
    limits: EngineLimits = {},
  ): Promise<ScratchDatabase> {
    const options = { ...limits, path: ':memory:', threads, spillDirectory }
    return new ScratchDatabase(await openEngine(options))
  }

  /** See {@link withConnection}. */
  withConnection<Result>(work: (connection: Scratch) => Promise<Result>): Promise<Result> {
    return withConnection(this.#instance, work)
  }

  close(): void {
    this.#instance.closeSync()
  }
}
