import type { EarlierRates } from './earlier-rates.ts'

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
  /** The figures that count instead: the network's own report, or the rows of another mediation. */
  readonly counts: 'own report' | 'other mediation'
  readonly days: number
  readonly first_day: string
  readonly last_day: string
  readonly impressions: string
  /** Decimals in major units of the account's currency. */
  readonly revenue: string
  /** The revenue that counts instead. */
  readonly counted_revenue: string
  readonly currency: string
}
