import { factKinds } from '../../facts/kinds.ts'
import { openEngine } from '../../staging/open-engine.ts'
import { withConnection } from '../../staging/scratch-database.ts'
import { rowsOf } from '../../staging/scratch-tables.ts'

/** The bytes that a part of the figures takes in their file. */
export interface FigureShare {
  readonly kind: 'current figures' | 'history' | 'ledger and names'
  readonly bytes: number
}

/** The contents of a file of figures, and the accounts and apps that it has figures of. */
export interface CheckedFigures {
  readonly shares: readonly FigureShare[]
  readonly accounts: readonly number[]
  readonly apps: readonly number[]
  readonly lastEntry: number
  /** Milliseconds since 1970; null without entries. */
  readonly lastCommittedMs: number | null
}

const kinds: Readonly<Record<string, FigureShare['kind']>> = Object.fromEntries(
  Object.values(factKinds).flatMap(({ tables: { rows, slices } }) => [
    ...[rows, slices].map((table) => [table, 'current figures'] as const),
    ...[rows, slices].map((table) => [`past_${table}`, 'history'] as const),
  ]),
)
const allSlices = Object.values(factKinds)
  .map(({ tables }) => `SELECT account, app FROM ${tables.slices}`)
  .join(' UNION ALL ')

/**
 * Reads every value of a file that no process has open, which compares the checksum of every block. The
 * file is not changed.
 *
 * @throws the engine's error when a part is damaged
 */
export async function checkFigures(path: string, threads: number): Promise<CheckedFigures> {
  const instance = await openEngine({ path, threads, settings: { access_mode: 'READ_ONLY' } })
  try {
    return await withConnection(instance, async (connection) => {
      const tables = await rowsOf(
        connection,
        'SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() AND NOT internal',
      )
      const shares = new Map<FigureShare['kind'], number>()
      for (const [table] of tables) {
        const name = String(table)
        await connection.run(`SELECT bit_xor(hash(COLUMNS(*))) FROM "${name}"`)
        const [[blocks]] = (await rowsOf(
          connection,
          `SELECT count(DISTINCT block_id) FROM pragma_storage_info('${name}') WHERE block_id >= 0`,
        )) as [[bigint]]
        const kind = kinds[name] ?? 'ledger and names'
        shares.set(kind, (shares.get(kind) ?? 0) + Number(blocks) * blockBytes)
      }
      const ids = async (column: 'account' | 'app') =>
        (
          await rowsOf(
            connection,
            `SELECT DISTINCT ${column} FROM (${allSlices}) WHERE account NOT IN (SELECT id FROM books) ORDER BY 1`,
          )
        ).map(([id]) => Number(id))
      const [[last, ms]] = (await rowsOf(
        connection,
        'SELECT coalesce(max(id), 0), epoch_ms(max(committed_at)) FROM imports',
      )) as [[number, bigint | null]]
      return {
        shares: [...shares].map(([kind, bytes]) => ({ kind, bytes })),
        accounts: await ids('account'),
        apps: await ids('app'),
        lastEntry: Number(last),
        lastCommittedMs: ms === null ? null : Number(ms),
      }
    })
  } finally {
    instance.closeSync()
  }
}

const blockBytes = 262_144
