import { isMissing } from './clickhouse-failure.ts'
import type { ClickhouseConnection } from './connection.ts'
import { firstReportId, highestEntry } from './journal-extent.ts'

/** The figures in a ClickHouse database. */
export interface CheckedJournal {
  /** The highest ledger entry with rows; 0 without any. */
  readonly highestEntry: number
  /** The accounts with figures. */
  readonly accounts: readonly number[]
  readonly apps: readonly number[]
  /** The bytes that each table takes on the disks of all named nodes. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
}

/** Makes sure that every named node answers. @throws StoreUnavailableError */
export async function askNodes(connection: ClickhouseConnection): Promise<void> {
  await connection.ofNodes((node) =>
    connection.rowsOf(node, 'SELECT 1').catch((error) => {
      if (!isMissing(error)) throw error
    }),
  )
}

/**
 * Reads the figures of a ClickHouse database whose tables are of this release. Changes nothing.
 *
 * @param hidden entries that do not count
 * @throws StoreUnavailableError when a node does not answer
 */
export async function checkJournal(
  connection: ClickhouseConnection,
  hidden: readonly number[],
): Promise<CheckedJournal> {
  const counted = `account < ${firstReportId} AND since NOT IN (${[0, ...hidden].join(', ')})`
  const idsOf = async (column: string) =>
    (await connection.rows(`SELECT DISTINCT ${column} FROM slices WHERE ${counted}`)).map(([id]) =>
      Number(id),
    )
  const nodes = await connection.ofNodes((node) =>
    connection.rowsOf(
      node,
      `SELECT table, sum(bytes_on_disk) FROM system.parts
      WHERE active AND database = currentDatabase() GROUP BY table`,
    ),
  )
  const bytes = new Map<string, number>()
  for (const [table, size] of nodes.flat()) {
    const name = String(table).replace(/_local$/, '')
    bytes.set(name, (bytes.get(name) ?? 0) + Number(size))
  }
  return {
    highestEntry: await highestEntry(connection),
    accounts: await idsOf('account'),
    apps: await idsOf('app'),
    tables: [...bytes].map(([name, bytes]) => ({ name, bytes })),
  }
}
