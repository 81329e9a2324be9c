import {
  type DuckDBConnection,
  LIST,
  listValue,
  UBIGINT,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { figureColumns, sliceColumns } from './schema.ts'

/** What the ledger says of an entry. */
export interface EntryLine {
  readonly kind: 'import' | 'undo'
  readonly undoes: number | null
  readonly source: string
  readonly dayZone: string
  readonly report: string | null
  readonly files: readonly string[]
  readonly hashes: readonly string[]
  readonly rows: number
  readonly slices: number
}

/** The days that are touched bound the tables' scans. */
const inDays = 'day BETWEEN (SELECT min(day) FROM touched) AND (SELECT max(day) FROM touched)'
const key = 'day, account, app, network'
const ofStood = `${inDays} AND (${key}) IN (SELECT (${key}) FROM stood)`

/**
 * Lists in `stood` the slices that stand where `touched` says.
 *
 * @returns how many
 */
export async function loadCurrentSlices(connection: DuckDBConnection): Promise<number> {
  await connection.run(
    `CREATE TEMP TABLE stood AS
    SELECT * FROM slices SEMI JOIN touched USING (${key}) WHERE ${inDays}`,
  )
  const reader = await connection.runAndReadAll('SELECT count(*) FROM stood')
  return Number(reader.getRows()[0]?.[0])
}

/**
 * Within a transaction: what stands in the slices of `touched` goes into the past, and
 * `next_figures` and `next_slices` stand from this entry on. The ledger says so, and `changes`
 * what it changed.
 */
export async function replaceSlices(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  line: EntryLine,
): Promise<void> {
  await connection.run(insertChanges(entry))
  const { rowsChanged } = await connection.run(
    `INSERT INTO past_slices SELECT *, ${entry} FROM stood`,
  )
  if (rowsChanged > 0) {
    await connection.run(
      `INSERT INTO past_figures SELECT *, ${entry} FROM figures WHERE ${ofStood}`,
    )
    await connection.run(`DELETE FROM figures WHERE ${ofStood}`)
    await connection.run(`DELETE FROM slices WHERE ${ofStood}`)
  }
  await countUnsorted(connection)
  await connection.run(`INSERT INTO figures SELECT ${figureColumns}, ${entry} FROM next_figures`)
  await connection.run(insertSlices(entry))
  await insertLine(connection, entry, committedAt, line)
}

const insertChanges = (entry: number) => `INSERT INTO changes
  SELECT ${entry}, ${key},
    old.impressions, old.clicks, old.installs, old.revenue_micros,
    new.impressions, new.clicks, new.installs, new.revenue_micros
  FROM stood AS old FULL JOIN next_slices AS new USING (${key})
  WHERE old.fingerprint IS DISTINCT FROM new.fingerprint
  ORDER BY day, app, network`

const insertSlices = (entry: number) => `INSERT INTO slices
  SELECT ${sliceColumns
    .split(', ')
    .map((column) => `next.${column}`)
    .join(', ')}, ${entry},
    CASE WHEN old.fingerprint = next.fingerprint THEN old.changed ELSE ${entry} END,
    coalesce(old.restatements + CAST(old.fingerprint <> next.fingerprint AS UINTEGER), 0)
  FROM next_slices AS next LEFT JOIN stood AS old USING (${key})
  ORDER BY date_trunc('month', next.day), next.account, next.app, next.day, next.network`

const texts = LIST(VARCHAR)
const counts = [UBIGINT, UBIGINT]

async function insertLine(
  connection: DuckDBConnection,
  entry: number,
  committedAt: Date,
  line: EntryLine,
): Promise<void> {
  await connection.run(
    `INSERT INTO imports SELECT $1, $2, $3, CAST($4 AS TIMESTAMP), $5, $6, $7, $8, $9, $10, $11,
      (SELECT min(day) FROM touched), (SELECT max(day) FROM touched)`,
    [
      entry,
      line.kind,
      line.undoes,
      committedAt.toISOString().slice(0, -1),
      line.source,
      line.dayZone,
      line.report,
      listValue([...line.files]),
      listValue([...line.hashes]),
      BigInt(line.rows),
      BigInt(line.slices),
    ],
    // The type of a list that is empty has to be said.
    [UINTEGER, VARCHAR, UINTEGER, ...[VARCHAR, VARCHAR, VARCHAR, VARCHAR], texts, texts, ...counts],
  )
}

/** Rows written into a month that has some lie behind those, out of order. */
async function countUnsorted(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE next_months AS
    SELECT date_trunc('month', day) AS month, sum(row_count) AS row_count
    FROM next_slices GROUP BY 1`,
  )
  await connection.run(
    `UPDATE months SET unsorted_row_count = unsorted_row_count + next_months.row_count
    FROM next_months WHERE months.month = next_months.month`,
  )
  await connection.run(
    'INSERT INTO months SELECT month, 0 FROM next_months ANTI JOIN months USING (month)',
  )
}
