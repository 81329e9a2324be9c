import { auditActions } from '../../audit/audit-event.ts'
import { largestEntryId } from '../../use-cases/fields.ts'
import { type AuditEventView, listAuditEvents } from '../../use-cases/list-audit-events.ts'
import { withPublicFileNames } from '../../use-cases/public-file-names.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import { ofAccount } from './route-table.ts'
import { auditQuery } from './wire-schema.ts'

const eventsPerPage = 50

/** The audit log of the account. */
export const auditRoutes = () => ({
  'GET /audit': ofAccount({
    needs: 'manage',
    query: auditQuery,
    answer: async ({ request, principal, query: { before, action }, call }) => {
      refuseBadQuery(request)
      // An extra event tells whether there is another page.
      const found = await call(listAuditEvents, {
        account: principal.account.username,
        // An account that was deleted may have had the same name.
        since: principal.account.createdAt,
        limit: eventsPerPage + 1,
        ...(before !== undefined && { before: Math.min(before, largestEntryId) }),
        ...(action !== undefined && { action }),
      })
      const events = found.slice(0, eventsPerPage).map(withoutFolders).map(withoutStaff)
      return {
        events,
        actions: auditActions,
        next_before: found.length > events.length ? events.at(-1)!.id : null,
      }
    },
  }),
})

/** An event as publishers see it: its files without the server's folders. */
function withoutFolders(event: AuditEventView): AuditEventView {
  const { files } = event.facts
  return Array.isArray(files) ? { ...event, facts: withPublicFileNames(event.facts, files) } : event
}

/** An event as a partner sees it: not who of its network did it, and from where. */
function withoutStaff(event: AuditEventView): AuditEventView {
  const isOfNetwork = event.facts.partner === event.account
  return isOfNetwork ? { ...event, name: null, address: null } : event
}
