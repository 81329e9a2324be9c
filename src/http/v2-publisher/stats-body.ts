import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { ReportRows } from '../../reporting/report-store.ts'
import { detailBody } from './detail-body.ts'
import type { StatsQuestion } from './to-request.ts'
import { allAppsBody, groupedBody } from './to-response.ts'

/** The JSON of figures: groups, all apps, or the rows of the selected apps. */
export function statsBody(
  rows: ReportRows,
  { groupBy, selector }: StatsQuestion,
  apps: readonly App[],
  { currency }: Account,
): AsyncGenerator<Uint8Array> {
  if (groupBy) return groupedBody(rows, groupBy)
  return selector.kind === 'all' ? allAppsBody(rows, apps) : detailBody(rows, apps, currency)
}
