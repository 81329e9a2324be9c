import type { SecondaryReport } from './figure-ledger.ts'

/** Ids from here on are those of secondary reports; no account has one. */
const firstReportId = 2_000_000_000

/**
 * Finds the secondary report of a name for each account.
 *
 * @param name null when the figures count: there are no reports then
 * @returns the reports' ids by account, and the reports that did not exist before
 */
export function assignReports(
  existing: readonly SecondaryReport[],
  name: string | null,
  accountIds: Iterable<number>,
): { readonly ids: ReadonlyMap<number, number>; readonly added: readonly SecondaryReport[] } {
  const ids = new Map<number, number>()
  const added: SecondaryReport[] = []
  if (name === null) return { ids, added }
  for (const accountId of new Set(accountIds)) {
    const known = existing.find((report) => report.accountId === accountId && report.name === name)
    const reportId = known?.reportId ?? firstReportId + existing.length + added.length
    if (!known) added.push({ reportId, accountId, name })
    ids.set(accountId, reportId)
  }
  return { ids, added }
}
