import type { NetworkApp } from '../sources/network-app.ts'
import type { UnrecognisedValues } from '../sources/record-translator.ts'
import type { NetworkSource } from '../sources/source.ts'
import { type Day, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import type { CommittedImport } from './slice-store.ts'
import type { Skipped } from './write-rejects.ts'

/** The result of an import, as users see it. */
export interface ImportSummary {
  readonly import: number
  /** The name of the source; `adtally` for Adtally's own format. */
  readonly source: string
  readonly source_title: string
  /** The clock whose midnights divide the report's days. */
  readonly day_zone: string
  /** The name of the secondary report; null for counted figures. */
  readonly report: string | null
  readonly files: readonly string[]
  readonly rows: number
  readonly slices: number
  readonly replaced_slices: number
  /** Replaced slices whose figures are the same as before. */
  readonly unchanged_slices: number
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
    /** The currency of each account. */
    readonly currencyOf: ReadonlyMap<number, string>
    readonly createdApps: readonly NetworkApp[]
    readonly unrecognised: UnrecognisedValues | null
    readonly skipped: Skipped | null
  },
): ImportSummary {
  const micros = new Map<string, bigint>()
  for (const [account, amount] of committed.revenueMicros) {
    const currency = about.currencyOf.get(account) ?? '?'
    micros.set(currency, (micros.get(currency) ?? 0n) + amount)
  }
  return {
    import: committed.importId,
    source: about.source?.name ?? 'adtally',
    source_title: about.source?.title ?? "Adtally's own format",
    day_zone: about.source?.dayZone ?? 'UTC',
    report: about.report,
    files: about.files,
    rows: committed.rows,
    slices: committed.slices,
    replaced_slices: committed.replacedSlices,
    unchanged_slices: committed.unchangedSlices,
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
