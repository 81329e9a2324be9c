import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Permission, type Principal, permissions } from '../../publishers/principal.ts'
import type { StoredQuestion } from '../../publishers/report-link.ts'
import { Problem } from '../answer/problems.ts'

/** The caller of a request, as the guard of its route found out. */
export interface Caller {
  readonly principal: Principal
  /** The key from the query, for links in the answer; null when it was sent in another way. */
  readonly linkKey: string | null
  /** Of a report link; absent for all other callers. */
  readonly question?: StoredQuestion
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/**
 * Lets no request reach a route that its caller may not use. It is decided before the body is read.
 *
 * @param recognise finds the caller, or throws the problem to answer; null for a caller who needs none
 */
export function guardRoutes(
  scope: FastifyInstance,
  recognise: (request: FastifyRequest) => Promise<Caller | null>,
): void {
  scope.addHook('onRequest', async (request) => {
    const { needs = 'nothing', ofAllApps = false } = request.routeOptions.config
    if (needs === 'nothing') return
    request.caller = await recognise(request)
    const needed = permissions.filter((permission) => [needs].flat().includes(permission))
    if (request.caller && needed.length > 0) requireOne(request.caller.principal, needed)
    if (request.caller && ofAllApps) requireAllApps(request.caller.principal)
  })
}

/** @throws Problem `forbidden` when the principal has none of the permissions */
function requireOne(principal: Principal, needed: readonly Permission[]): void {
  if (needed.some((permission) => principal.permissions.has(permission))) return
  throw new Problem(
    'forbidden',
    `"${principal.name}" may not ${needed.join(' or ')}. Ask an owner of the account for this permission.`,
  )
}

/** @throws Problem `forbidden` when the principal sees only some apps */
function requireAllApps({ apps, name }: Principal): void {
  if (apps === null) return
  throw new Problem(
    'forbidden',
    `"${name}" sees only some apps, and this concerns the whole account. Ask an owner of the account.`,
  )
}

/** The caller of a route that needs one. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('The route needs nothing, so it has no caller.')
  return caller
}

/** On whose behalf the request is made. */
export const principalOf = (request: FastifyRequest): Principal => callerOf(request).principal
