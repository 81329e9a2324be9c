import type { DuckDBConnection } from '@duckdb/node-api'

/** A statement that begins just after an interrupt is interrupted by the next one. */
const intervalMs = 50

/**
 * Interrupts the statements of a connection once the signal aborts.
 *
 * @returns ends that: from then on statements run to their end
 */
export function cancelStatements(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), intervalMs)
  }
  signal.addEventListener('abort', begin, { once: true })
  return () => {
    signal.removeEventListener('abort', begin)
    clearInterval(timer)
  }
}
