import type { AuditFacts } from '../audit/audit-event.ts'
import { maxListItems } from '../audit/bound-record.ts'
import { snakeCase } from '../values/letter-case.ts'
import type { Services } from './services.ts'

/** The files of an import as the audit log has them; `file_count` where it does not name all. */
export const fileFacts = (files: readonly string[]) => ({
  files,
  ...(files.length > maxListItems && { file_count: files.length }),
})

/**
 * The accounts whose figures a ledger entry changed, for a record of each.
 *
 * @returns usernames; one null when it changed nobody's
 */
export async function accountsOfEntry(
  id: number,
  { ledger, accounts }: Services,
): Promise<readonly (string | null)[]> {
  const [entry] = await ledger.entries(id + 1, 1)
  const found = (entry?.changes ?? []).map(({ accountId }) => accounts.byId(accountId))
  const usernames = (await Promise.all(found)).flatMap((account) => account?.username ?? [])
  return usernames.length > 0 ? usernames : [null]
}

/** Fields of a request as the audit log names them: `netDays` is `net_days`. */
export const factsOf = (fields: AuditFacts): AuditFacts =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value]))
