import {
  type DuckDBConnection,
  type DuckDBDateValue,
  listValue,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { ImportError } from '../../ingestion/import-error.ts'
import type {
  CommittedImport,
  LedgerEntry,
  StagedApp,
} from '../../ingestion/stats/figure-writer.ts'
import type { Day } from '../../values/day.ts'
import { appendRows } from './append-rows.ts'
import { convertForeign, insertOriginals } from './convert-foreign.ts'
import type { DuckdbDatabase } from './database.ts'
import type { LabelKind, NewLabel } from './labels.ts'
import { readyTable } from './ready-rows.ts'

const kinds: readonly LabelKind[] = ['network', 'format', 'ad_tag']
/** Networks and formats are stored in 16 bits. */
const mostNames = 65_536

const readySlicesTable = `CREATE TEMP TABLE ready_slices AS SELECT * FROM (
  SELECT day, account, app, network, CAST(count(*) AS UINTEGER) AS row_count,
    CAST(sum(impressions) AS BIGINT) AS impressions, CAST(sum(clicks) AS BIGINT) AS clicks,
    CAST(sum(installs) AS BIGINT) AS installs, CAST(sum(revenue_micros) AS BIGINT) AS revenue_micros
  FROM ready GROUP BY ALL
  ) ORDER BY date_trunc('month', day), account, app, day, network`

/** The days of the import bound both tables' scans. */
const inReadyDays =
  'day BETWEEN (SELECT min(day) FROM ready_slices) AND (SELECT max(day) FROM ready_slices)'

const replacedTable = `CREATE TEMP TABLE replaced AS
  SELECT * FROM slices SEMI JOIN ready_slices USING (day, app, network)
  WHERE ${inReadyDays}`

const deleteReplaced = (table: string) =>
  `DELETE FROM ${table}
  WHERE ${inReadyDays} AND (day, app, network) IN (SELECT (day, app, network) FROM replaced)`

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
  entry: LedgerEntry,
): Promise<CommittedImport> {
  await putApps(connection, apps)
  const newLabels = await putLabels(database, connection, names)
  const converted = await makeReady(connection, entry)
  await connection.run(replacedTable)
  const importId = database.nextImport
  const summary = { ...(await readSummary(connection, importId, entry.partial)), converted }

  database.labels.add(newLabels)
  try {
    await database.commitImport(connection, async () => {
      if (summary.replacedSlices > 0) {
        await connection.run(deleteReplaced('figures'))
        await connection.run(deleteReplaced('slices'))
        if (!entry.partial) await connection.run(deleteReplaced('originals'))
      }
      await connection.run(
        'INSERT INTO labels SELECT kind, code, name FROM staged_labels ANTI JOIN labels USING (kind, name)',
      )
      await countUnsorted(connection)
      await connection.run('INSERT INTO figures SELECT * FROM ready')
      await connection.run(
        `INSERT INTO slices SELECT day, account, app, network, ${importId}, row_count,
          impressions, clicks, installs, revenue_micros FROM ready_slices`,
      )
      if (converted.size > 0) await connection.run(insertOriginals(importId))
      await connection.run(
        'INSERT INTO imports VALUES ($1, CAST($2 AS TIMESTAMP), $3, $4, $5, $6, $7)',
        [
          importId,
          entry.committedAt.toISOString().slice(0, -1),
          entry.source,
          entry.dayZone,
          listValue([...entry.files]),
          summary.rows,
          summary.slices,
        ],
      )
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
 * @throws ImportError when figures of one slice add up to more than can be stored
 */
async function makeReady(
  connection: DuckDBConnection,
  entry: LedgerEntry,
): Promise<ReadonlyMap<string, string>> {
  try {
    const converted = await convertForeign(connection, entry.rates)
    await connection.run(readyTable(entry))
    await connection.run(readySlicesTable)
    return converted
  } catch (error) {
    if (!/out of range|overflow/i.test((error as Error).message)) throw error
    throw new ImportError(
      'nothing was imported: the figures of one day, app and network add up to more than can be stored (9,223,372,036,854.775807 of the currency)',
    )
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
      throw new ImportError(`nothing was imported: there are more than ${mostNames} ${kind}s`)
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

/** @param partial whether the slices hold what stood before too, which the import did not bring */
async function readSummary(
  connection: DuckDBConnection,
  importId: number,
  partial: boolean,
): Promise<Omit<CommittedImport, 'converted'>> {
  const stood = `UNION ALL
    SELECT account, -CAST(row_count AS BIGINT), -impressions, -revenue_micros FROM replaced`
  const brought = `SELECT account, row_count, impressions, revenue_micros FROM ready_slices
    ${partial ? stood : ''}`
  const totals = await connection.runAndReadAll(
    `SELECT (SELECT sum(row_count) FROM (${brought})), count(*), (SELECT count(*) FROM replaced),
      min(day), max(day), (SELECT sum(impressions) FROM (${brought})) FROM ready_slices`,
  )
  const [rows, slices, replacedSlices, firstDay, lastDay, impressions] = totals.getRows()[0]!
  const byAccount = await connection.runAndReadAll(
    `SELECT account, sum(revenue_micros) FROM (${brought}) GROUP BY account ORDER BY account`,
  )
  return {
    importId,
    rows: Number(rows),
    slices: Number(slices),
    replacedSlices: Number(replacedSlices),
    firstDay: (firstDay as DuckDBDateValue).days as Day,
    lastDay: (lastDay as DuckDBDateValue).days as Day,
    impressions: BigInt(impressions as bigint),
    revenueMicros: new Map(
      byAccount.getRows().map(([account, micros]) => [Number(account), BigInt(micros as bigint)]),
    ),
  }
}

/** Rows written into a month that has some lie behind those, out of order. */
async function countUnsorted(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE ready_months AS
    SELECT date_trunc('month', day) AS month, sum(row_count) AS row_count
    FROM ready_slices GROUP BY 1`,
  )
  await connection.run(
    `UPDATE months SET unsorted_row_count = unsorted_row_count + ready_months.row_count
    FROM ready_months WHERE months.month = ready_months.month`,
  )
  await connection.run(
    'INSERT INTO months SELECT month, 0 FROM ready_months ANTI JOIN months USING (month)',
  )
}
