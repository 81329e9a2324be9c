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
import { type EarlierRates, earlierRates } from './earlier-rates.ts'
import type { MatchedApp } from './match-names.ts'
import type {
  CommittedImport,
  DayEffect,
  ImportEffect,
  KeptSlices,
  PreviewedImport,
  UncountedRows,
} from './slice-store.ts'
import type { Skipped } from './write-rejects.ts'

/** The result of an import, as users see it. */
export interface ImportSummary {
  readonly import: number
  /** The commit time in the ledger. */
  readonly recorded_at: string
  /** Whether that is later than the clock, because the entry before it is. */
  readonly later_than_clock: boolean
  /** The name of the source; `adtally` for Adtally's own format. */
  readonly source: string
  readonly source_title: string
  /** The clock whose midnights divide the report's days. */
  readonly day_zone: string
  /** The name of the secondary report; null for counted figures. */
  readonly report: string | null
  readonly files: readonly string[]
  /** The usernames of the accounts whose figures it stated. */
  readonly accounts: readonly string[]
  /** The networks whose figures it stated. */
  readonly networks: readonly string[]
  /** The kind of fact; absent for ad figures. */
  readonly kind?: string
  /** The total of its first count, by the count's name; absent for ad figures. */
  readonly totals?: Readonly<Record<string, string>>
  readonly rows: number
  readonly slices: number
  readonly replaced_slices: number
  /** Replaced slices whose figures are the same as before. */
  readonly unchanged_slices: number
  /** Replaced slices that another source had stated, by that source. */
  readonly other_sources: Readonly<Record<string, number>>
  /** Slices of another source that were kept, by that source; their rows were left out. */
  readonly kept_other_sources: Readonly<Record<string, number>>
  /** The same by source and network; absent where none were kept. */
  readonly not_written?: readonly NotWritten[]
  /** Rows of mediations that do not count, because others of the same network and days do. */
  readonly secondary: readonly SecondaryRows[]
  /** Null without rows. */
  readonly first_day: string | null
  readonly last_day: string | null
  /** Whether the last day has not begun anywhere where the report's days may be of. */
  readonly last_day_in_future: boolean
  readonly impressions: string
  /** Decimals in major units, by currency. */
  readonly revenue: Readonly<Record<string, string>>
  /** Decimals in major units that were converted, by their original currency. */
  readonly converted: Readonly<Record<string, string>>
  readonly earlier_rates: EarlierRates['earlier_rates']
  readonly more_earlier_rates: EarlierRates['more_earlier_rates']
  readonly created_apps: readonly string[]
  /** Existing apps that were found by name, and linked. */
  readonly matched_apps: readonly MatchedAppView[]
  /** Unrecognised countries, which became `ZZ`, and their number of rows. */
  readonly unknown_countries: Readonly<Record<string, number>>
  /** Unrecognised ad formats, which became `unknown`, and their number of rows. */
  readonly unknown_formats: Readonly<Record<string, number>>
  /** Names of networks that Adtally does not know, by the networks that their rows are counted as. */
  readonly new_networks: Readonly<Record<string, string>>
  /** Rows that are left out until a person answers whose they are, by the name in the report. */
  readonly set_aside: readonly SetAsideView[]
  /** Columns of the files that no figures were read from. Rates and averages are not listed. */
  readonly unused_columns: readonly string[]
  readonly skipped_rows: number
  readonly skipped_slices: number
  readonly reject_file: string | null
}

/** Rows of an import that were left out, because another source stated the network's days. */
export interface NotWritten {
  readonly source: string
  /** The network, or the source of users. */
  readonly network: string
  readonly slices: number
  readonly rows: number
  readonly first_day: string
  readonly last_day: string
}

/** A network's app, and the existing app that has its name and platform. */
export interface MatchedAppView {
  readonly name: string
  readonly network_app_id: string
  readonly platform: string
  readonly app_id: string
}

/** Rows of one name that are not in the figures. */
export interface SetAsideView {
  readonly name: string
  /** The network that the name resembles. */
  readonly similar_to: string
  readonly rows: number
  readonly impressions: string
  /** Decimals in major units, by currency. */
  readonly revenue: Readonly<Record<string, string>>
}

/** Rows of a mediation that are only in a secondary report. */
export interface SecondaryRows {
  readonly account: string
  readonly network: string
  /** The name of the secondary report. */
  readonly report: string
  /** What counts instead: the network's own report, or the rows of another mediation. */
  readonly counts: 'own report' | 'other mediation'
  readonly days: number
  readonly first_day: string
  readonly last_day: string
  readonly impressions: string
  /** Decimals in major units of the account's currency. */
  readonly revenue: string
  /** What counts instead. */
  readonly counted_revenue: string
  readonly currency: string
}

/** A preview of the changes to an account's slices of a network and day. */
export interface PreviewedDay {
  readonly account: string
  readonly network: string
  readonly day: string
  /** Rows that would be stored. */
  readonly rows: number
  readonly slices_added: number
  readonly slices_restated: number
  readonly slices_unchanged: number
  readonly slices_removed: number
  readonly impressions_before: string
  readonly impressions_after: string
  /** Decimals in major units of the account's currency. */
  readonly revenue_before: string
  readonly revenue_after: string
  /** Of kinds other than ad figures, which have no impressions. */
  readonly total_before?: string
  readonly total_after?: string
}

/** What an import would change, as users see it. */
export interface ImportPreview
  extends Omit<ImportSummary, 'import' | 'recorded_at' | 'later_than_clock' | 'reject_file'> {
  readonly removed_slices: number
  /** The first of them, by account, network and day. */
  readonly days: readonly PreviewedDay[]
  /** Accounts, networks and days that are not listed. */
  readonly more_days: number
}

/** What a summary tells besides the effect. */
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

export function toPreview(
  previewed: PreviewedImport,
  about: ImportFacts & { readonly skipped: Omit<Skipped, 'rejectFile'> | null },
): ImportPreview {
  const usernames = new Map(about.accounts.map(({ id, username }) => [id, username]))
  return {
    ...effectView(previewed, about, about.skipped),
    removed_slices: previewed.removedSlices,
    days: previewed.days.map((one) => ({
      account: usernames.get(one.accountId) ?? '?',
      network: one.network,
      day: formatDay(one.day),
      rows: one.rows,
      slices_added: one.added,
      slices_restated: one.restated,
      slices_unchanged: one.unchanged,
      slices_removed: one.removed,
      ...countsOf(one, about.kind),
      revenue_before: formatMicros(one.revenueMicros.before),
      revenue_after: formatMicros(one.revenueMicros.after),
    })),
    more_days: previewed.dayCount - previewed.days.length,
  }
}

function countsOf({ impressions: { before, after } }: DayEffect, kind: FactKind) {
  const [from, to] = [before.toString(), after.toString()]
  return kind === figures
    ? { impressions_before: from, impressions_after: to }
    : { impressions_before: '0', impressions_after: '0', total_before: from, total_after: to }
}

function effectView(
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
      totals: { [about.kind.countNames[0]!]: effect.impressions.toString() },
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
      ...{ name: networkApp.name, network_app_id: networkApp.networkAppId },
      ...{ platform: app.platform, app_id: app.appId },
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
  ...{ network: one.network, report: one.report, counts: one.counts, days: one.days },
  ...{ first_day: formatDay(one.firstDay), last_day: formatDay(one.lastDay) },
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
