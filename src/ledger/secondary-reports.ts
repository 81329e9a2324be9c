import type { SecondaryReport } from './figure-ledger.ts'

/** Secondary reports have ids from here on; accounts have lower ones. */
const firstReportId = 2_000_000_000

/**
 * Finds or adds the secondary report with a name for each account.
 *
 * @param name null for counted figures, which have no report
 * @returns the reports' ids by account, and the new reports
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
