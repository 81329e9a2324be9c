import type { SecondaryReport } from '../ledger/figure-ledger.ts'
import type { NewLabel } from '../ledger/journal.ts'
import type { ReportCodes } from './booking-facts.ts'
import type { KnownLabels } from './entry-state.ts'

/**
 * The codes of accounts and of their secondary reports.
 *
 * @param added labels that the entry brings
 * @param accountIds of accounts, or of secondary reports, which stand for their accounts
 */
export function reportCodes(
  labels: KnownLabels,
  added: readonly NewLabel[],
  reports: readonly SecondaryReport[],
  accountIds: Iterable<number>,
): ReportCodes {
  const accountOf = new Map(reports.map(({ reportId, accountId }) => [reportId, accountId]))
  const owners = new Set([...accountIds].map((id) => accountOf.get(id) ?? id))
  const ofOwners = reports.filter(({ accountId }) => owners.has(accountId))
  const names = new Map<string, string>()
  const codes = new Map<string, number>()
  for (const { accountId, kind, code, name } of added) {
    names.set(`${accountId} ${kind} ${code}`, name)
    codes.set(`${accountId} ${kind} ${name}`, code)
  }
  const networksOf = (account: number, owner: number) => [
    ...labels
      .of(account)
      .setOf('network')
      .names.flatMap((name, code) => (name === undefined ? [] : [{ account, owner, code, name }])),
    ...added.flatMap(({ accountId, kind, code, name }) =>
      accountId === account && kind === 'network' ? [{ account, owner, code, name }] : [],
    ),
  ]
  return {
    reports: ofOwners,
    networks: [
      ...[...owners].flatMap((owner) => networksOf(owner, owner)),
      ...ofOwners.flatMap(({ reportId, accountId }) => networksOf(reportId, accountId)),
    ],
    ownerCode: (report, kind, code) => {
      const owner = accountOf.get(report)!
      const name =
        labels.of(report).setOf(kind).names[code] ?? names.get(`${report} ${kind} ${code}`)
      const known =
        name && (labels.of(owner).setOf(kind).codeOf(name) ?? codes.get(`${owner} ${kind} ${name}`))
      if (typeof known !== 'number')
        throw new Error(`Code ${code} of report ${report} has no name.`)
      return known
    },
  }
}
