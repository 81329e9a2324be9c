import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Permission } from '../../publishers/principal.ts'

/**
 * The rights that a route needs of its caller:
 *
 * - `nothing`: it answers anyone
 * - `session`: a signed-in user, for what is the user's own
 * - `link`: the token of a report link, which shows one stored question
 * - `operator`: the operator token
 * - a permission: a principal that has it; see guard.ts
 * - several permissions: a principal that has one of them
 */
export type Need = 'nothing' | 'session' | 'link' | 'operator' | Permission | readonly Permission[]

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Need
    /** Whether it concerns the whole account, so that callers who see only some apps are refused. */
    ofAllApps?: boolean
    /** Whether a request without any credentials is answered too. */
    answersAnyone?: boolean
    /** Whether a key is enough, because it names the account. */
    developerIsOptional?: boolean
  }
  interface FastifyInstance {
    /** The needs of every route, as `GET /path`. */
    routeNeeds: Map<string, Need>
    /** The routes for callers who see all apps, as `GET /path`. */
    routesOfAllApps: Set<string>
  }
}

/** Has every route declare what it needs; the server does not start if one does not. */
export function declareNeeds(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorate('routeNeeds', new Map<string, Need>())
  app.decorate('routesOfAllApps', new Set<string>())
  app.decorateRequest('caller', null)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.needs === undefined) throw new Error(`${method} ${url} declares no needs.`)
      for (const one of [method].flat()) {
        app.routeNeeds.set(`${one} ${url}`, config.needs)
        if (config.ofAllApps) app.routesOfAllApps.add(`${one} ${url}`)
      }
    }
  })
}

/** Declares that the routes of a scope need the same, unless they declare something else. */
export function allNeed(scope: FastifyInstance, needs: Need): void {
  scope.addHook('onRoute', (route) => {
    route.config = { needs, ...route.config }
  })
}
