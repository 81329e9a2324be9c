import { sql } from 'kysely'
import type { EntryStores } from './copy-entries.ts'

const requests = ['requests', 'matched_requests']

const requestNames = ['requests', 'matched requests'].flatMap((name) => [
  name,
  `rows with known ${name}`,
])

/**
 * Compares the numbers of ledger entries, changes and converted figures, and the sums of requests with
 * the numbers of rows that know them.
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
        (SELECT count(*) FROM originals),
        ${requests.map((count) => `coalesce(sum(${count}), 0), count(${count})`).join(', ')}
      FROM figures`,
    )
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM figure_entries
    `.execute(relational)
    const [counted] = await clickhouse.rows(
      `SELECT (SELECT count() FROM changes), (SELECT count() FROM originals),
        ${requests.map((count) => `toString(sum(toInt128(${count}))), sum(${count}_known)`).join(', ')}
      FROM figures`,
    )
    const theirs = [rows[0]!.count, ...counted!].map(String)
    const names = ['ledger entries', 'changes', 'converted figures', ...requestNames]
    return reader
      .getRows()[0]!
      .map(String)
      .flatMap((ours, index) => {
        if (ours === theirs[index]) return []
        return [`${names[index]}: ${ours} in the source, ${theirs[index]} in the target`]
      })
  } finally {
    source.giveBack(connection)
  }
}
