import type { ChangePosition, SliceChange, SliceTotals } from '../../ledger/figure-ledger.ts'
import type { App } from '../../publishers/app.ts'
import { type ChangeList, writeChangeCursor } from '../../use-cases/report/change-cursor.ts'
import { formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { Utf8Writer } from '../answer/utf8-writer.ts'
import { metricMembers, writeMetrics } from '../answer/write-metrics.ts'

const metrics = metricMembers([
  ['impressions', 'impressions'],
  ['clicks', 'clicks'],
  ['revenue_in_cents', 'revenueCents'],
  ['revenue', 'revenue'],
])

/**
 * Changed slices with their totals before and after, in the order they changed.
 *
 * @param limit the page size; one more in `changes` means that there are other pages
 * @param after the position that the client sent
 */
export async function* changesBody(
  changes: readonly SliceChange[],
  limit: number,
  after: ChangePosition | null,
  apps: readonly App[],
  list: ChangeList,
) {
  const appIds = new Map(apps.map(({ key, appId }) => [key, appId]))
  const shown = changes.slice(0, limit)
  const json = new Utf8Writer()
  json.string('{"data":[')
  for (const [index, change] of shown.entries()) {
    if (index > 0) json.string(',')
    const labels = JSON.stringify({
      date: formatDay(change.position.day),
      app_id: appIds.get(change.position.app),
      ad_network: change.network,
      changed_at: formatInstant(change.changedAtMs),
    })
    json.string(`${labels.slice(0, -1)},"old":`)
    writeTotals(json, change.old)
    json.string(',"new":')
    writeTotals(json, change.new)
    json.string('}')
    yield* json.takeFull()
  }
  const last = shown.at(-1)?.position ?? after
  const rest = { next_cursor: writeChangeCursor(list, last), has_more: changes.length > limit }
  json.string(`],${JSON.stringify(rest).slice(1)}`)
  yield* json.takeAll()
}

function writeTotals(json: Utf8Writer, totals: SliceTotals | null): void {
  if (!totals) {
    json.string('null')
    return
  }
  json.string('{')
  writeMetrics(json, metrics, totals)
  json.string('}')
}
