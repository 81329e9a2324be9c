import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { auditActions } from '../../audit/audit-event.ts'
import { largestEntryId } from '../../use-cases/fields.ts'
import { type AuditEventView, listAuditEvents } from '../../use-cases/list-audit-events.ts'
import { withPublicFileNames } from '../../use-cases/public-file-names.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { auditAnswer } from './answer-schema.ts'
import { accountMembers } from './session-cookie.ts'
import { auditQuery } from './wire-schema.ts'

const eventsPerPage = 50

/** The audit log of the account. */
export function auditRoutes(app: FastifyInstance, services: DashboardServices): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()

  routes.get(
    '/dashboard/api/audit',
    {
      config: { needs: 'manage', answer: auditAnswer },
      schema: { querystring: auditQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      refuseBadQuery(request)
      const { username, createdAt } = principal.account
      const { before, action } = request.query
      const call = services.callAs(actorOf(request, 'session', principal.name))
      // An extra event tells whether there is another page.
      const found = await call(listAuditEvents, {
        account: username,
        // An account that was deleted may have had the same name.
        since: createdAt,
        limit: eventsPerPage + 1,
        ...(before !== undefined && { before: Math.min(before, largestEntryId) }),
        ...(action !== undefined && { action }),
      })
      const events = found.slice(0, eventsPerPage).map(withoutFolders)
      reply.header('cache-control', 'no-store')
      return {
        ...accountMembers(principal),
        events,
        actions: auditActions,
        next_before: found.length > events.length ? events.at(-1)!.id : null,
      }
    },
  )
}

/** An event as publishers see it: its files without the server's folders. */
function withoutFolders(event: AuditEventView): AuditEventView {
  const { files } = event.facts
  return Array.isArray(files) ? { ...event, facts: withPublicFileNames(event.facts, files) } : event
}
