import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import type { ImportSummary } from './import-summary.ts'
import type { DayEffect, PreviewedImport } from './slice-store.ts'
import { effectView, type ImportFacts } from './summarise-import.ts'
import type { Skipped } from './write-rejects.ts'

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

/** The changes that an import would make, as users see them. */
export interface ImportPreview
  extends Omit<ImportSummary, 'import' | 'recorded_at' | 'later_than_clock' | 'reject_file'> {
  readonly removed_slices: number
  /** The first of them, by account, network and day. */
  readonly days: readonly PreviewedDay[]
  /** Accounts, networks and days that are not listed. */
  readonly more_days: number
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
