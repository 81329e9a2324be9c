import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Permission, type Principal, permissions } from '../../publishers/principal.ts'
import { Problem } from '../answer/problems.ts'

/**
 * What a route needs of its caller:
 *
 * - `nothing`: it answers anyone
 * - `session`: a signed-in user, for what is the user's own
 * - `operator`: the operator token
 * - a permission: a principal that has it
 */
export type Need = 'nothing' | 'session' | 'operator' | Permission

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Need
  }
  interface FastifyInstance {
    /** The needs of every route, as `GET /path`. */
    routeNeeds: Map<string, Need>
  }
}

/** Has every route declare what it needs; the server does not start if one does not. */
export function declareNeeds(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorate('routeNeeds', new Map<string, Need>())
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.needs === undefined) throw new Error(`${method} ${url} declares no needs.`)
      for (const one of [method].flat()) app.routeNeeds.set(`${one} ${url}`, config.needs)
    }
  })
}

/** Declares that the routes of a scope need the same, unless they declare something else. */
export function allNeed(scope: FastifyInstance, needs: Need): void {
  scope.addHook('onRoute', (route) => {
    route.config = { needs, ...route.config }
  })
}

/** @throws Problem `forbidden` when the route needs a permission that the principal does not have */
export function requireNeeded(request: FastifyRequest, principal: Principal): void {
  const { needs } = request.routeOptions.config
  const needed = permissions.find((permission) => permission === needs)
  if (needed === undefined || principal.permissions.has(needed)) return
  throw new Problem(
    'forbidden',
    `"${principal.name}" may not ${needed}. Ask an owner of the account for this permission.`,
  )
}
