import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import type { Account } from '../publishers/account.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import type { UnrecognisedValues } from '../sources/record-translator.ts'
import {
  type ReportedNetworks,
  revenueByCurrency,
  type SetAsideSum,
} from '../sources/reported-networks.ts'
import type { NetworkSource } from '../sources/source.ts'
import { type Day, dayOf, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import type { AppliedRate } from './applied-rate.ts'
import { isLaterThanClock } from './clock.ts'
import { earlierRates } from './earlier-rates.ts'
import type { ImportSummary, NotWritten, SecondaryRows, SetAsideView } from './import-summary.ts'
import type { MatchedApp } from './match-names.ts'
import type { CommittedImport, ImportEffect, KeptSlices, UncountedRows } from './slice-store.ts'
import type { Skipped } from './write-rejects.ts'

/** The facts that a summary tells besides the effect. */
export interface ImportFacts {
  /** Null for Adtally's own format. */
  readonly source: NetworkSource | null
  readonly files: readonly string[]
  readonly report: string | null
  /** When it is committed, by the clock. */
  readonly committedAt: Date
  readonly kind: FactKind
  readonly accounts: readonly Account[]
  /** The labels of slices: networks, or sources. */
  readonly networks: readonly string[]
  readonly rates: readonly AppliedRate[]
  readonly createdApps: readonly NetworkApp[]
  readonly matchedApps: readonly MatchedApp[]
  readonly unrecognised: UnrecognisedValues | null
  /** Null for Adtally's own format. */
  readonly networkNames: Pick<ReportedNetworks, 'newNetworks' | 'setAside'> | null
  readonly unusedColumns: readonly string[]
}

/** The result of a committed import. */
export function summarise(
  committed: CommittedImport,
  about: ImportFacts & { readonly skipped: Skipped | null },
): ImportSummary {
  return {
    import: committed.importId,
    recorded_at: new Date(committed.committedMs).toISOString(),
    later_than_clock: isLaterThanClock(committed.committedMs, about.committedAt),
    ...effectView(committed, about, about.skipped),
    reject_file: about.skipped?.rejectFile ?? null,
  }
}

/** An import's effect, as summaries and previews tell it. */
export function effectView(
  effect: ImportEffect,
  about: ImportFacts,
  skipped: Omit<Skipped, 'rejectFile'> | null,
) {
  const micros = new Map<string, bigint>()
  const accountOf = new Map(about.accounts.map((account) => [account.id, account]))
  const usernames: string[] = []
  for (const [id, amount] of effect.revenueMicros) {
    const { username = '?', currency = '?' } = accountOf.get(id) ?? {}
    usernames.push(username)
    micros.set(currency, (micros.get(currency) ?? 0n) + amount)
  }
  return {
    source: about.source?.name ?? 'adtally',
    source_title: about.source?.title ?? "Adtally's own format",
    day_zone: about.source?.dayZone ?? 'UTC',
    report: about.report,
    files: about.files,
    accounts: usernames.sort(),
    networks: about.networks.toSorted(),
    ...(about.kind !== figures && {
      kind: about.kind.name,
      totals: { [about.kind.mainNumbers[0]!]: effect.impressions.toString() },
    }),
    rows: effect.rows,
    slices: effect.slices,
    replaced_slices: effect.replacedSlices,
    unchanged_slices: effect.unchangedSlices,
    other_sources: Object.fromEntries(effect.otherSources),
    kept_other_sources: slicesBySource(effect.keptSlices),
    ...(effect.keptSlices.length > 0 && { not_written: effect.keptSlices.map(toNotWritten) }),
    secondary: effect.uncounted.map((one) => toSecondaryRows(one, accountOf.get(one.accountId))),
    first_day: dayText(effect.firstDay),
    last_day: dayText(effect.lastDay),
    last_day_in_future: isInFuture(effect.lastDay, about),
    impressions: about.kind === figures ? effect.impressions.toString() : '0',
    revenue: Object.fromEntries(
      [...micros].map(([currency, amount]) => [currency, formatMicros(amount)]),
    ),
    converted: Object.fromEntries(effect.converted),
    ...earlierRates(about.rates),
    created_apps: about.createdApps.map(({ name }) => name),
    matched_apps: about.matchedApps.map(({ networkApp, app }) => ({
      name: networkApp.name,
      network_app_id: networkApp.networkAppId,
      platform: app.platform,
      app_id: app.appId,
    })),
    unknown_countries: Object.fromEntries(about.unrecognised?.countries ?? []),
    unknown_formats: Object.fromEntries(about.unrecognised?.formats ?? []),
    new_networks: Object.fromEntries(about.networkNames?.newNetworks ?? []),
    set_aside: setAsideViews(about.networkNames?.setAside ?? []),
    unused_columns: about.unusedColumns,
    skipped_rows: skipped?.rows ?? 0,
    skipped_slices: skipped?.slices ?? 0,
  }
}

function slicesBySource(kept: readonly KeptSlices[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { source, slices } of kept) counts[source] = (counts[source] ?? 0) + slices
  return counts
}

const toNotWritten = ({ firstDay, lastDay, ...kept }: KeptSlices): NotWritten => ({
  ...kept,
  first_day: formatDay(firstDay),
  last_day: formatDay(lastDay),
})

/** Names that a summary lists. */
const maxNamesListed = 100

const setAsideViews = (sums: readonly SetAsideSum[]): SetAsideView[] =>
  [...Map.groupBy(sums, ({ key }) => key).values()].slice(0, maxNamesListed).map((found) => ({
    name: found[0]!.name,
    similar_to: found[0]!.similarTo,
    rows: found.reduce((total, { rows }) => total + rows, 0),
    impressions: found.reduce((total, { impressions }) => total + impressions, 0n).toString(),
    revenue: revenueByCurrency(found),
  }))

const toSecondaryRows = (one: UncountedRows, account: Account | undefined): SecondaryRows => ({
  account: account?.username ?? '?',
  network: one.network,
  report: one.report,
  counts: one.counts,
  days: one.days,
  first_day: formatDay(one.firstDay),
  last_day: formatDay(one.lastDay),
  impressions: one.impressions.toString(),
  revenue: formatMicros(one.revenueMicros),
  counted_revenue: formatMicros(one.countedMicros),
  currency: account?.currency ?? '?',
})

/** The clocks of the world are up to 14 hours ahead of UTC. */
const mostAheadMs = 14 * 3_600_000

function isInFuture(day: Day | null, { source, committedAt }: ImportFacts): boolean {
  const isUtc = (source?.dayZone ?? 'UTC') === 'UTC'
  return day !== null && day > dayOf(committedAt.getTime() + (isUtc ? 0 : mostAheadMs))
}

const dayText = (day: Day | null): string | null => (day === null ? null : formatDay(day))
