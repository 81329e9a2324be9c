import { availableParallelism, cpus, totalmem } from 'node:os'
import { version } from '@duckdb/node-api'

/** Describes the machine in one line. */
export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  const system = `${availableParallelism()} cores (${processor}), ${memory} GiB`
  return `${system}, Node ${process.version.slice(1)}, DuckDB ${version().replace(/^v/, '')}`
}
