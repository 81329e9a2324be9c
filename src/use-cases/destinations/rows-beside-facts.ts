import { createHash } from 'node:crypto'
import type { App } from '../../publishers/app.ts'
import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import { placeParts } from '../../settlement/settle.ts'
import type { StatementLine } from '../../settlement/statement-line.ts'
import { formatMicros } from '../../values/decimal.ts'
import {
  appsTable,
  closesTable,
  statementLinesTable,
  type TableRow,
  type TableRows,
} from '../../warehouse/tables.ts'
import { writeStatementId } from '../money/statement-view.ts'

/** What a copy has of an account besides its facts, which no ledger entry dates. */
export interface BesideFacts {
  readonly tables: readonly TableRows[]
  /** Changes with every row. */
  readonly mark: string
}

/** @param apps merged and deleted ones too, because statements may be about them */
export function rowsBesideFacts(
  apps: readonly App[],
  { lines, closes }: Pick<StoredSettlement, 'lines' | 'closes'>,
): BesideFacts {
  const appIds = new Map(apps.map(({ key, appId }) => [key, appId]))
  const tables = [
    { table: appsTable, rows: apps.filter(({ endedBy }) => endedBy === undefined).map(appRow) },
    { table: statementLinesTable, rows: lineRows(lines, appIds) },
    {
      table: closesTable,
      rows: closes.flatMap(({ month, entry, closedAtMs, closedBy, figures }) =>
        figures
          .filter((figure) => figure.month === month)
          .map(({ network, app, revenueMicros }) => ({
            month,
            entry,
            closed_at: closedAtMs,
            closed_by: closedBy,
            network,
            app_id: appIds.get(app) ?? null,
            revenue: formatMicros(revenueMicros),
          })),
      ),
    },
  ]
  const text = JSON.stringify(tables.map(({ rows }) => rows))
  return { tables, mark: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}

const appRow = (app: App): TableRow => ({
  app_id: app.appId,
  app_name: app.name,
  platform: app.platform,
  app_bundle_id: app.appBundleId ?? null,
  android_package: app.androidPackage ?? null,
  app_store_id: app.appStoreId ?? null,
})

/** A row for each part of a line, or one for a line that waits to be assigned. */
function lineRows(
  lines: readonly StatementLine[],
  appIds: ReadonlyMap<number, string>,
): TableRow[] {
  const row = (line: StatementLine, about: TableRow) => ({
    line: line.id,
    statement: writeStatementId(line.importId),
    kind: line.kind,
    date: line.day,
    currency: line.currency,
    reference: line.reference,
    reason: line.reason,
    booked_in: line.bookedIn,
    ...about,
  })
  const waiting = lines
    .filter(({ parts }) => parts.length === 0)
    .map((line) =>
      row(line, {
        network: line.network,
        month: null,
        app_id: null,
        amount: formatMicros(line.amountMicros),
        value: null,
      }),
    )
  const placed = placeParts(lines).map(({ line, network, month, app, amountMicros, valueMicros }) =>
    row(line, {
      network,
      month,
      app_id: app === null ? null : (appIds.get(app) ?? null),
      amount: formatMicros(amountMicros),
      value: formatMicros(valueMicros),
    }),
  )
  return [...waiting, ...placed]
}
