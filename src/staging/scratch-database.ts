import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { type EngineLimits, engineSettings } from './engine-limits.ts'

/** A connection whose temporary tables belong to one import. */
export type Scratch = DuckDBConnection

/** A DuckDB database in memory, for staging where the store is another one. */
export class ScratchDatabase {
  readonly #instance: DuckDBInstance

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance
  }

  /**
   * @param threads engine threads for one statement
   * @param spillDirectory for what does not fit into memory
   */
  static async open(
    threads: number,
    spillDirectory: string,
    limits: EngineLimits = {},
  ): Promise<ScratchDatabase> {
    const options = {
      ...engineSettings(limits),
      threads: String(threads),
      temp_directory: spillDirectory,
    }
    return new ScratchDatabase(await DuckDBInstance.create(':memory:', options))
  }

  /** Lends a connection of its own to work that makes temporary tables: they end with it. */
  async withConnection<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.#instance.connect()
    try {
      return await work(connection)
    } finally {
      connection.closeSync()
    }
  }

  close(): void {
    this.#instance.closeSync()
  }
}
