import { sql } from 'kysely'
import type { EntryStores } from './copy-entries.ts'

/**
 * Compares the numbers of ledger entries, changes and converted figures.
 *
 * @returns a line for each number that differs
 */
export async function compareLedgers(
  stores: Pick<EntryStores, 'source' | 'clickhouse' | 'relational'>,
): Promise<string[]> {
  const { source, clickhouse, relational } = stores
  const connection = await source.borrow()
  try {
    const reader = await connection.runAndReadAll(
      `SELECT (SELECT count(*) FROM imports), (SELECT count(*) FROM changes),
        (SELECT count(*) FROM originals)`,
    )
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM figure_entries
    `.execute(relational)
    const [counted] = await clickhouse.rows(
      'SELECT (SELECT count() FROM changes), (SELECT count() FROM originals)',
    )
    const theirs = [rows[0]!.count, ...counted!].map(Number)
    const names = ['ledger entries', 'changes', 'converted figures']
    return reader
      .getRows()[0]!
      .map(Number)
      .flatMap((ours, index) => {
        if (ours === theirs[index]) return []
        return [`${names[index]}: ${ours} in the source, ${theirs[index]} in the target`]
      })
  } finally {
    source.giveBack(connection)
  }
}
