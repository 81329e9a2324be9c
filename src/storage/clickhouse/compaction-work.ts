import type { ClickhouseConnection } from './connection.ts'

const suffix = '_compacting'

/** The table in which a compaction writes a partition of a table anew. */
export const workTable = (local: string): string => `${local}${suffix}`

/**
 * Stops the statements of a compaction that was interrupted, and waits until they have ended: a server goes on with
 * what its client gave up. A late replacement of a partition would remove rows that were committed meanwhile.
 *
 * @throws StoreUnavailableError when one may still be running
 */
export async function stopCompaction(connection: ClickhouseConnection): Promise<void> {
  const { database, replicated, readTimeoutMs } = connection.options
  // Replicas are not compacted, and one of them may be away.
  if (replicated) return
  await connection.commandEverywhere(
    `KILL QUERY WHERE current_database = '${database}' AND position(query, '${suffix}') > 0 SYNC`,
    {},
    readTimeoutMs,
  )
}
