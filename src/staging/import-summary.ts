import type { Account } from '../publishers/account.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import type { UnrecognisedValues } from '../sources/record-translator.ts'
import type { NetworkSource } from '../sources/source.ts'
import { type Day, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { isLaterThanClock } from './clock.ts'
import type { CommittedImport } from './slice-store.ts'
import type { Skipped } from './write-rejects.ts'

/** The result of an import, as users see it. */
export interface ImportSummary {
  readonly import: number
  /** When the ledger says that it was committed. */
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
  readonly rows: number
  readonly slices: number
  readonly replaced_slices: number
  /** Replaced slices whose figures are the same as before. */
  readonly unchanged_slices: number
  /** Replaced slices that another source had stated, by that source. */
  readonly other_sources: Readonly<Record<string, number>>
  /** Slices of another source that were kept, by that source; their rows were left out. */
  readonly kept_other_sources: Readonly<Record<string, number>>
  /** Null without rows. */
  readonly first_day: string | null
  readonly last_day: string | null
  readonly impressions: string
  /** Decimals in major units, by currency. */
  readonly revenue: Readonly<Record<string, string>>
  /** Decimals in major units that were converted, by their original currency. */
  readonly converted: Readonly<Record<string, string>>
  readonly created_apps: readonly string[]
  /** Unrecognised countries, which became `ZZ`, and their number of rows. */
  readonly unknown_countries: Readonly<Record<string, number>>
  /** Unrecognised ad formats, which became `unknown`, and their number of rows. */
  readonly unknown_formats: Readonly<Record<string, number>>
  readonly skipped_rows: number
  readonly skipped_slices: number
  readonly reject_file: string | null
}

export function summarise(
  committed: CommittedImport,
  about: {
    /** Null for Adtally's own format. */
    readonly source: NetworkSource | null
    readonly files: readonly string[]
    readonly report: string | null
    /** When it was committed by the clock. */
    readonly committedAt: Date
    readonly accounts: readonly Account[]
    readonly networks: readonly string[]
    readonly createdApps: readonly NetworkApp[]
    readonly unrecognised: UnrecognisedValues | null
    readonly skipped: Skipped | null
  },
): ImportSummary {
  const micros = new Map<string, bigint>()
  const accountOf = new Map(about.accounts.map((account) => [account.id, account]))
  const usernames: string[] = []
  for (const [id, amount] of committed.revenueMicros) {
    const { username = '?', currency = '?' } = accountOf.get(id) ?? {}
    usernames.push(username)
    micros.set(currency, (micros.get(currency) ?? 0n) + amount)
  }
  return {
    import: committed.importId,
    recorded_at: new Date(committed.committedMs).toISOString(),
    later_than_clock: isLaterThanClock(committed.committedMs, about.committedAt),
    source: about.source?.name ?? 'adtally',
    source_title: about.source?.title ?? "Adtally's own format",
    day_zone: about.source?.dayZone ?? 'UTC',
    report: about.report,
    files: about.files,
    accounts: usernames.sort(),
    networks: about.networks.toSorted(),
    rows: committed.rows,
    slices: committed.slices,
    replaced_slices: committed.replacedSlices,
    unchanged_slices: committed.unchangedSlices,
    other_sources: Object.fromEntries(committed.otherSources),
    kept_other_sources: Object.fromEntries(committed.keptSources),
    first_day: dayText(committed.firstDay),
    last_day: dayText(committed.lastDay),
    impressions: committed.impressions.toString(),
    revenue: Object.fromEntries(
      [...micros].map(([currency, amount]) => [currency, formatMicros(amount)]),
    ),
    converted: Object.fromEntries(committed.converted),
    created_apps: about.createdApps.map(({ name }) => name),
    unknown_countries: Object.fromEntries(about.unrecognised?.countries ?? []),
    unknown_formats: Object.fromEntries(about.unrecognised?.formats ?? []),
    skipped_rows: about.skipped?.rows ?? 0,
    skipped_slices: about.skipped?.slices ?? 0,
    reject_file: about.skipped?.rejectFile ?? null,
  }
}

const dayText = (day: Day | null): string | null => (day === null ? null : formatDay(day))
