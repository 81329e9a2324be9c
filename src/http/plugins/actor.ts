import type { FastifyRequest } from 'fastify'
import type { Actor, ActorKind } from '../../audit/audit-event.ts'
import { clientNetwork } from './client-network.ts'

/** The sender of a request, for the audit log. @param name of the user, key or link; absent when unknown */
export const actorOf = (request: FastifyRequest, kind: ActorKind, name?: string): Actor => ({
  kind,
  address: clientNetwork(request.ip) ?? 'unknown',
  ...(name !== undefined && { name }),
})
