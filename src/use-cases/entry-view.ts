import type { AccountEntry } from '../ledger/figure-ledger.ts'
import type { Principal } from '../publishers/principal.ts'
import type { AppStore } from '../records/app-store.ts'
import { VisibleApps } from '../records/visible-apps.ts'
import { formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { formatInstant } from '../values/instant.ts'
import { subjectOf, totalsOf } from './list-imports.ts'
import { publicFileName } from './public-file-names.ts'

/** A ledger entry and its effect on one account. */
export type EntryView = ReturnType<typeof toEntryView>

/**
 * How a principal sees entries. One that sees only some apps gets neither the names of files nor of other apps.
 *
 * @returns what makes a view of an entry of the principal's figures
 */
export async function entryViewer(
  apps: AppStore,
  principal: Pick<Principal, 'account' | 'apps'>,
): Promise<(entry: AccountEntry) => EntryView> {
  if (principal.apps === null) return toEntryView
  const seen = await new VisibleApps(apps, principal).ever()
  const ids = new Set<string | null>([null, ...seen.map(({ appId }) => appId)])
  return (entry) => {
    const { subject, ...view } = toEntryView(entry)
    const isSeen = subject && ids.has(subject.app) && ids.has(subject.into)
    return { ...view, ...(isSeen && { subject }), files: null }
  }
}

const toEntryView = (entry: AccountEntry) => ({
  id: entry.id,
  kind: entry.kind,
  committed_at: formatInstant(entry.committedAtMs),
  undoes: entry.undoes,
  undone_by: entry.undoneBy,
  ...subjectOf(entry),
  source: entry.source,
  files: entry.files?.map(publicFileName) ?? null,
  networks: entry.networks,
  network_count: entry.networkCount,
  slices_added: entry.added,
  slices_restated: entry.restated,
  slices_removed: entry.removed,
  first_day: formatDay(entry.firstDay),
  last_day: formatDay(entry.lastDay),
  impressions: entry.impressions.toString(),
  revenue: formatMicros(entry.revenueMicros),
  ...totalsOf(entry.otherTotals),
})
