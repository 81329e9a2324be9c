import type { FastifyRequest } from 'fastify'
import type { Actor, ActorKind } from '../../audit/audit-event.ts'
import { clientNetwork } from './limit-rate.ts'

/** Who sends a request, for the audit log. */
export const actorOf = (request: FastifyRequest, kind: ActorKind) =>
  ({ kind, address: clientNetwork(request.ip) ?? 'unknown' }) satisfies Actor
