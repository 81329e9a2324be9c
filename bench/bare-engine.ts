import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReportPlan } from '../src/reporting/report-plan.ts'
import { bindParameters } from '../src/storage/duckdb/bind-parameters.ts'
import { duckdbDialect } from '../src/storage/duckdb/duckdb-dialect.ts'
import { compilePlan } from '../src/storage/sql/compile-plan.ts'
import type { Labels } from '../src/storage/sql/labels.ts'
import type { CompiledQuery } from '../src/storage/sql/parameter-list.ts'

/** Times of queries that run on the engine alone. */
export interface EngineRun {
  /** Milliseconds of each query, from preparing it to reading its last chunk. */
  readonly queryMs: readonly number[]
  /** Milliseconds of each query up to its first chunk. */
  readonly firstChunkMs: readonly number[]
  /** Milliseconds from the start of the first query to the end of the last. */
  readonly totalMs: number
  /** Rows fetched by all queries together. */
  readonly rowCount: number
}

/**
 * Runs the SQL that the service compiles, with the same typed parameters, on connections of the
 * service's own instance. Every chunk is fetched but not read.
 */
export class BareEngine {
  readonly #labels: Labels
  readonly #connect: () => Promise<DuckDBConnection>
  readonly #connections: DuckDBConnection[] = []

  constructor(labels: Labels, connect: () => Promise<DuckDBConnection>) {
    this.#labels = labels
    this.#connect = connect
  }

  /**
   * @param laneCount number of queries at a time, each on its own connection
   * @param forMs repeats all plans until this many milliseconds have passed; 0 runs each plan once
   */
  async run(plans: readonly ReportPlan[], laneCount: number, forMs: number): Promise<EngineRun> {
    const dialect = duckdbDialect(this.#labels, () => 0)
    const queries = plans.map((plan) => compilePlan(plan, dialect))
    while (this.#connections.length < laneCount) {
      this.#connections.push(await this.#connect())
    }
    const queryMs: number[] = []
    const firstChunkMs: number[] = []
    let rowCount = 0
    let next = 0
    const started = performance.now()
    const more = () => next < queries.length || performance.now() - started < forMs
    const lane = async (connection: DuckDBConnection) => {
      while (more()) {
        const query = queries[next++ % queries.length]!
        const startMs = performance.now()
        rowCount += await fetchAll(connection, query, () => {
          firstChunkMs.push(performance.now() - startMs)
        })
        queryMs.push(performance.now() - startMs)
      }
    }
    await Promise.all(this.#connections.slice(0, laneCount).map(lane))
    return { queryMs, firstChunkMs, totalMs: performance.now() - started, rowCount }
  }

  close(): void {
    for (const connection of this.#connections) connection.closeSync()
  }
}

async function fetchAll(
  connection: DuckDBConnection,
  query: CompiledQuery,
  onFirstChunk: () => void,
): Promise<number> {
  const statement = await connection.prepare(query.text)
  try {
    bindParameters(statement, query.parameters)
    const result = await statement.stream()
    let rows = 0
    for (;;) {
      const chunk = await result.fetchChunk()
      if (rows === 0) onFirstChunk()
      if (!chunk || chunk.rowCount === 0) return rows
      rows += chunk.rowCount
    }
  } finally {
    statement.destroySync()
  }
}
