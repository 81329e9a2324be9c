import type { DuckDBConnection } from '@duckdb/node-api'

/** Which copy of the relational store a file of figures was last used with. */
export interface Pairing {
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  readonly generation: number
  /** How often the stores were paired, and the random name of the last time. */
  readonly turn: number
  readonly token: string
}

export async function readPairing(connection: DuckDBConnection): Promise<Pairing> {
  const reader = await connection.runAndReadAll('SELECT generation, turn, token FROM pairing')
  const [generation, turn, token] = reader.getRows()[0] ?? []
  return { generation: Number(generation), turn: Number(turn), token: String(token) }
}

export async function writePairing(
  connection: DuckDBConnection,
  { generation, turn, token }: Pairing,
): Promise<void> {
  await connection.run('UPDATE pairing SET generation = $1, turn = $2, token = $3', [
    BigInt(generation),
    BigInt(turn),
    token,
  ])
}

/** The highest account and app that there were ever figures of; 0 for none. A compaction leaves only their changes. */
export async function highestIds(
  connection: DuckDBConnection,
): Promise<{ readonly account: number; readonly app: number }> {
  const reader = await connection.runAndReadAll(
    `SELECT coalesce(max(account) FILTER (account NOT IN (SELECT id FROM books)), 0),
      coalesce(max(app), 0)
    FROM (
      SELECT account, app FROM slices
      UNION ALL SELECT account, app FROM past_slices
      UNION ALL SELECT account, app FROM changes
    )`,
  )
  const [account, app] = reader.getRows()[0]!.map(Number)
  return { account: account!, app: app! }
}
