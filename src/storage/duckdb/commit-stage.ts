import { type DuckDBConnection, type DuckDBDateValue, UINTEGER, VARCHAR } from '@duckdb/node-api'
import type { CommittedImport, NewImport, StagedApp } from '../../staging/figure-writer.ts'
import { refuse } from '../../staging/refusals.ts'
import type { Day } from '../../values/day.ts'
import { appendRows } from './append-rows.ts'
import { convertForeign, insertOriginals } from './convert-foreign.ts'
import type { DuckdbDatabase } from './database.ts'
import type { LabelKind, NewLabel } from './labels.ts'
import { nextFiguresTable, stagedKey, stagedRows } from './next-figures.ts'
import { loadCurrentSlices, replaceSlices } from './replace-slices.ts'

const kinds: readonly LabelKind[] = ['network', 'format', 'ad_tag']
/** Networks and formats are stored in 16 bits. */
const mostNames = 65_536

const key = 'day, account, app, network'

/**
 * The engine only XORs the last column into the hash of several, so that equal changes of two rows
 * would cancel each other out; hashing once more mixes it in.
 */
const rowHash = 'hash(hash(format, country, ad_tag, impressions, clicks, installs, revenue_micros))'

const nextSlicesTable = (entry: number) => `CREATE TEMP TABLE next_slices AS SELECT * FROM (
  SELECT ${key}, CAST(${entry} AS UINTEGER) AS import_id, CAST(count(*) AS UINTEGER) AS row_count,
    CAST(sum(impressions) AS BIGINT) AS impressions, CAST(sum(clicks) AS BIGINT) AS clicks,
    CAST(sum(installs) AS BIGINT) AS installs, CAST(sum(revenue_micros) AS BIGINT) AS revenue_micros,
    bit_xor(${rowHash}) AS fingerprint
  FROM next_figures GROUP BY ${key}
  ) ORDER BY date_trunc('month', day), account, app, day, network`

/**
 * Replaces the slices of the staged rows in one transaction with the ledger.
 *
 * @param names the labels that the rows hold
 */
export async function commitStage(
  database: DuckdbDatabase,
  connection: DuckDBConnection,
  apps: readonly StagedApp[],
  names: Readonly<Record<LabelKind, readonly string[]>>,
  entry: NewImport,
): Promise<CommittedImport> {
  await putApps(connection, apps)
  const newLabels = await putLabels(database, connection, names)
  const importId = database.nextEntry
  const converted = await makeNext(connection, importId, entry)
  await connection.run(`CREATE TEMP VIEW touched AS SELECT ${key} FROM next_slices`)
  const replacedSlices = await loadCurrentSlices(connection)
  const brought = await readSummary(connection, entry.partial)
  const summary = { importId, ...brought, replacedSlices, converted }

  database.labels.add(newLabels)
  try {
    await database.commitEntry(connection, entry.committedAt, async (committedAt) => {
      await connection.run(
        'INSERT INTO labels SELECT kind, code, name FROM staged_labels ANTI JOIN labels USING (kind, name)',
      )
      await putBooks(connection, entry.books)
      await replaceSlices(connection, importId, committedAt, {
        ...entry,
        kind: 'import',
        undoes: null,
        rows: summary.rows,
        slices: summary.slices,
      })
      if (converted.size > 0) await connection.run(insertOriginals(importId))
    })
  } catch (error) {
    database.labels.remove(newLabels)
    throw error
  }
  return summary
}

/**
 * Makes the rows and slices as they will be stored.
 *
 * @returns what was converted, by currency
 * @throws Refusal when figures of one slice add up to more than can be stored
 */
async function makeNext(
  connection: DuckDBConnection,
  importId: number,
  entry: NewImport,
): Promise<ReadonlyMap<string, string>> {
  try {
    const converted = await convertForeign(connection, entry.rates)
    await connection.run(nextFiguresTable(entry))
    await connection.run(nextSlicesTable(importId))
    return converted
  } catch (error) {
    if (!/out of range|overflow|failed to cast/i.test((error as Error).message)) throw error
    throw refuse('figures_too_large', {}, { cause: error })
  }
}

/** Lists the apps behind the staged references in `staged_apps`. */
export async function putApps(
  connection: DuckDBConnection,
  apps: readonly StagedApp[],
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE staged_apps (
      reference VARCHAR, account UINTEGER, app UINTEGER, account_currency VARCHAR
    )`,
  )
  const rows = apps.map(({ reference, accountId, appKey, currency }) => [
    ...[reference, accountId, appKey, currency],
  ])
  await appendRows(connection, 'staged_apps', [VARCHAR, UINTEGER, UINTEGER, VARCHAR], rows)
}

/** Lists the code of every label that is staged. @returns those that had none before */
async function putLabels(
  database: DuckdbDatabase,
  connection: DuckDBConnection,
  names: Readonly<Record<LabelKind, readonly string[]>>,
): Promise<NewLabel[]> {
  await connection.run(
    'CREATE TEMP TABLE staged_labels (kind VARCHAR, name VARCHAR, code UINTEGER)',
  )
  const added: NewLabel[] = []
  const rows: [LabelKind, string, number][] = []
  for (const kind of kinds) {
    const assigned = database.labels.assign(kind, names[kind])
    if (kind !== 'ad_tag' && database.labels[kind].names.length + assigned.length > mostNames) {
      throw refuse('too_many_labels', { kind, maximum: mostNames })
    }
    const codes = new Map(assigned.map(({ name, code }) => [name, code]))
    for (const name of names[kind]) {
      rows.push([kind, name, codes.get(name) ?? database.labels[kind].codeOf(name)!])
    }
    added.push(...assigned)
  }
  await appendRows(connection, 'staged_labels', [VARCHAR, VARCHAR, UINTEGER], rows)
  return added
}

/** The rows that an import brings to slices which hold others too. */
const broughtRows = `(SELECT count(*) FROM (SELECT DISTINCT ${stagedKey} ${stagedRows}))`

/** @param partial whether the slices hold what stood before too, which the import did not bring */
async function readSummary(
  connection: DuckDBConnection,
  partial: boolean,
): Promise<Omit<CommittedImport, 'importId' | 'replacedSlices' | 'converted'>> {
  const stood = `UNION ALL
    SELECT account, -impressions, -revenue_micros FROM stood`
  const brought = `SELECT account, impressions, revenue_micros FROM next_slices
    ${partial ? stood : ''}`
  const totals = await connection.runAndReadAll(
    `SELECT ${partial ? broughtRows : 'sum(row_count)'}, count(*),
      min(day), max(day), (SELECT sum(impressions) FROM (${brought})) FROM next_slices`,
  )
  const [rows, slices, firstDay, lastDay, impressions] = totals.getRows()[0]!
  const byAccount = await connection.runAndReadAll(
    `SELECT account, sum(revenue_micros) FROM (${brought}) GROUP BY account ORDER BY account`,
  )
  return {
    rows: Number(rows),
    slices: Number(slices),
    firstDay: (firstDay as DuckDBDateValue).days as Day,
    lastDay: (lastDay as DuckDBDateValue).days as Day,
    impressions: BigInt(impressions as bigint),
    revenueMicros: new Map(
      byAccount.getRows().map(([account, micros]) => [Number(account), BigInt(micros as bigint)]),
    ),
  }
}

/** Secondary reports that the import brings for the first time. */
async function putBooks(connection: DuckDBConnection, books: NewImport['books']): Promise<void> {
  for (const { reportId, accountId, name } of books) {
    await connection.run(
      'INSERT INTO books SELECT $1, $2, $3 WHERE $1 NOT IN (SELECT id FROM books)',
      [reportId, accountId, name],
    )
  }
}
