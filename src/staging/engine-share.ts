import type { DuckDBConnection } from '@duckdb/node-api'

/** The threads and memory that statements of an engine may use: all of them together. */
export interface EngineShare {
  readonly threads: number
  /** Such as `2GB`; the engine's own choice when absent. */
  readonly memoryLimit?: string
}

/** Gives an engine another share while any large import runs. */
export class LargeImports {
  readonly #usual: EngineShare
  readonly #large: EngineShare
  #running = 0

  constructor(usual: EngineShare, large: EngineShare) {
    this.#usual = usual
    this.#large = large
  }

  /** Runs a large import. The usual share returns when the last one has ended, also when it failed. */
  async during<Result>(connection: DuckDBConnection, work: () => Promise<Result>): Promise<Result> {
    this.#running++
    try {
      await this.#set(connection)
      return await work()
    } finally {
      this.#running--
      await this.#set(connection)
    }
  }

  async #set(connection: DuckDBConnection): Promise<void> {
    const { threads, memoryLimit } = this.#running > 0 ? this.#large : this.#usual
    // Running work keeps its memory, and an engine that was given up has the usual share when it is opened again.
    const set = (statement: string) => connection.run(statement).catch(() => undefined)
    await set(`SET threads = ${threads}`)
    if (memoryLimit) await set(`SET memory_limit = '${memoryLimit}'`)
  }
}
