import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { putTable } from './scratch-tables.ts'
import type { StagedApp } from './staged-slices.ts'

/** Lists the apps of the staged references in `staged_apps`. Their `place` is by account and app. */
export function listStagedApps(
  scratch: DuckDBConnection,
  apps: readonly StagedApp[],
): Promise<void> {
  return putTable(
    scratch,
    'staged_apps',
    {
      reference: VARCHAR,
      account: UINTEGER,
      app: UINTEGER,
      account_currency: VARCHAR,
      place: UINTEGER,
    },
    apps
      .toSorted((a, b) => a.accountId - b.accountId || a.appKey - b.appKey)
      .map(({ reference, accountId, appKey, currency }, place) => [
        ...[reference, accountId, appKey, currency, place],
      ]),
  )
}
