import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { appendRows } from './append-rows.ts'
import type { StagedApp, StagedLabel } from './staged-slices.ts'

/** Lists the apps behind the staged references in `staged_apps`. */
export async function putApps(
  scratch: DuckDBConnection,
  apps: readonly StagedApp[],
): Promise<void> {
  await scratch.run(
    `CREATE OR REPLACE TEMP TABLE staged_apps (
      reference VARCHAR, account UINTEGER, app UINTEGER, account_currency VARCHAR
    )`,
  )
  const rows = apps.map(({ reference, accountId, appKey, currency }) => [
    ...[reference, accountId, appKey, currency],
  ])
  await appendRows(scratch, 'staged_apps', [VARCHAR, UINTEGER, UINTEGER, VARCHAR], rows)
}

/** Lists the codes of the staged names in `staged_labels`. */
export async function putLabels(
  scratch: DuckDBConnection,
  labels: readonly StagedLabel[],
): Promise<void> {
  await scratch.run(
    'CREATE OR REPLACE TEMP TABLE staged_labels (kind VARCHAR, name VARCHAR, code UINTEGER)',
  )
  const rows = labels.map(({ kind, name, code }) => [kind, name, code])
  await appendRows(scratch, 'staged_labels', [VARCHAR, VARCHAR, UINTEGER], rows)
}
