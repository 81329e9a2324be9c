import type { AuditRecord } from '../audit/audit-event.ts'
import type { Services } from './services.ts'

/** A record about a user for each account that the user signs in to; one without an account if none. */
export async function recordsOfUser(
  login: string,
  action: AuditRecord['action'],
  { users }: Services,
): Promise<AuditRecord[]> {
  const user = await users.byLogin(login)
  const memberships = user ? await users.activeAccountsOf(user.id) : []
  const accounts = memberships.map(({ account }) => account.username)
  const facts = { user: login }
  return (accounts.length > 0 ? accounts : [null]).map((account) => ({ action, account, facts }))
}
