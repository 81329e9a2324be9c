import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../records/tables/tables.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { type CopiedName, type CopiedTable, copiedTables } from './copied-tables.ts'

/** Both without plugins: tables and columns have the names that they have in the database. */
export interface RecordStores {
  readonly source: Kysely<Tables>
  readonly target: Kysely<Tables>
  /** The last ledger entry of the source. Later imports were never committed. */
  readonly lastEntry: number
  /** Rows read and written at a time; 3,600 when absent. */
  readonly rowsPerBatch?: number
}

/** The progress of a table. */
export interface CopiedRows {
  readonly table: string
  /** Rows written by this run. */
  readonly rows: number
  /** Rows of the source. */
  readonly of: number
}

type Row = Readonly<Record<string, unknown>>

/** PostgreSQL accepts 65,535 bound values in a statement; tables have at most 18 columns. */
const rowsPerBatch = 3_600

/**
 * Copies the rows that the target does not have, table by table in the order of keys. Generated keys
 * continue after those of the source.
 *
 * @param onRows called after every batch
 * @returns how many rows were written, by table
 */
export async function copyRecords(
  stores: RecordStores,
  onRows: (copied: CopiedRows) => void,
): Promise<Readonly<Record<string, number>>> {
  await refuseInterruptedImport(stores)
  const written: Record<string, number> = {}
  for (const [name, table] of copiedTables) {
    const of = await countRows(stores.source, name)
    let rows = 0
    let after = await lastKey(stores.target, name, table)
    for (;;) {
      const batch = await readAfter(stores.source, name, table, after, stores)
      if (batch.length === 0) break
      await stores.target
        .insertInto(name as never)
        .values(batch as never)
        .execute()
      rows += batch.length
      after = batch.at(-1)!
      onRows({ table: name, rows, of })
    }
    if (table.grows) await continueKeys(stores, name, table)
    written[name] = rows
  }
  return written
}

/**
 * Compares every row of the source with that of the target.
 *
 * @returns a line for each table that differs, and how many rows are equal
 */
export async function compareRecords(
  stores: RecordStores,
): Promise<{ readonly differences: string[]; readonly rows: number }> {
  const differences: string[] = []
  let rows = 0
  for (const [name, table] of copiedTables) {
    const [ours, theirs] = [
      await countRows(stores.source, name),
      await countRows(stores.target, name),
    ]
    if (ours !== theirs) {
      differences.push(`${name}: ${ours} rows in the source, ${theirs} in the target`)
      continue
    }
    if (await isEqual(stores, name, table)) rows += ours
    else differences.push(`${name}: rows differ`)
  }
  return { differences, rows }
}

async function isEqual(stores: RecordStores, name: CopiedName, table: CopiedTable) {
  for (let after: Row | null = null; ; ) {
    const ours: Row[] = await readAfter(stores.source, name, table, after, stores)
    const theirs = await readAfter(stores.target, name, table, after, stores)
    if (JSON.stringify(ours.map(valuesOf)) !== JSON.stringify(theirs.map(valuesOf))) return false
    if (ours.length === 0) return true
    after = ours.at(-1)!
  }
}

/** The engines give different kinds of byte arrays, and columns in different orders. */
const valuesOf = (row: Row): unknown[] =>
  Object.keys(row)
    .sort()
    .map((column) => [column, row[column] instanceof Uint8Array ? [...row[column]] : row[column]])

/** Rows as they are stored in the target, in the order of their keys. */
async function readAfter(
  database: Kysely<Tables>,
  name: CopiedName,
  { key }: CopiedTable,
  after: Row | null,
  { lastEntry, rowsPerBatch: limit = rowsPerBatch }: RecordStores,
): Promise<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const values = after && sql.join(key.map((column) => sql`${after[column]}`))
  const { rows } = await sql<Row>`
    SELECT * FROM ${sql.table(name)}
    ${values ? sql`WHERE (${columns}) > (${values})` : sql``}
    ORDER BY ${columns} LIMIT ${sql.lit(limit)}
  `.execute(database)
  return rows.map((row) => toStored(row, lastEntry))
}

/** PostgreSQL cannot store U+0000. Apps of committed imports are no longer pending. */
function toStored(row: Row, lastEntry: number): Row {
  const entries = Object.entries(row).map(([column, value]) => {
    if (typeof value === 'string') return [column, value.replaceAll('\0', '\uFFFD')]
    const isCommitted = column === 'pending_import' && Number(value) <= lastEntry
    return [column, isCommitted ? null : value]
  })
  return Object.fromEntries(entries)
}

/** The row with the highest key; null when there is none. */
async function lastKey(
  database: Kysely<Tables>,
  name: CopiedName,
  { key }: CopiedTable,
): Promise<Row | null> {
  const columns = key.map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    SELECT ${sql.join(columns)} FROM ${sql.table(name)}
    ORDER BY ${sql.join(columns.map((column) => sql`${column} DESC`))} LIMIT 1
  `.execute(database)
  return rows[0] ?? null
}

async function countRows(database: Kysely<Tables>, name: CopiedName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(name)}
  `.execute(database)
  return Number(rows[0]!.count)
}

/** Keys of deleted rows must not be reused in the target either. */
async function continueKeys(
  { source, target }: RecordStores,
  name: CopiedName,
  { key: [key] }: CopiedTable,
): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM sqlite_sequence WHERE name = ${name}
  `.execute(source)
  const [highest] = rows
  if (!highest) return
  await sql`
    SELECT setval(keys, ${highest.seq}::bigint)
    FROM (SELECT pg_get_serial_sequence(${name}::text, ${key}::text)::regclass AS keys) AS found
    WHERE coalesce(pg_sequence_last_value(keys), 0) < ${highest.seq}::bigint
  `.execute(target)
}

/** Apps of an interrupted import must not be copied; opening the source removes them. */
async function refuseInterruptedImport({ source, lastEntry }: RecordStores): Promise<void> {
  const lost = await source
    .selectFrom('apps')
    .select('key')
    .where(sql.ref('pending_import'), '>', lastEntry)
    .execute()
  if (lost.length === 0) return
  throw new UnusableStoreError(
    'An import into the source was interrupted. Run `adtally imports` on the source, which cleans up, then run this command again.',
  )
}
