import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { NetworkLinks } from '../network-links.ts'
import { answerNotFound } from '../plugins/answer-problems.ts'
import { limitRate } from '../plugins/limit-rate.ts'
import { allNeed } from '../plugins/needs.ts'
import type { CommunityServices } from '../services.ts'
import { activityRoutes } from './activity-routes.ts'
import { answerJsonp } from './answer-jsonp.ts'
import { root } from './answer-schema.ts'
import { recordRoute, type V1Context } from './context.ts'
import { gamesRoutes } from './games-routes.ts'
import { rootBody } from './root-body.ts'
import { usersRoutes } from './users-routes.ts'

const exposedHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
]
/** How long browsers may cache a preflight answer. */
const preflightSeconds = 86_400

/** The public interface, `/api/v1`: games, users and activity, without credentials, from any origin. */
export function v1Routes(
  app: FastifyInstance,
  { community, limiter, settings }: CommunityServices,
): void {
  const context: V1Context = { community, links: () => new NetworkLinks(settings.networkUrl()) }
  app.register(
    async (v1) => {
      allNeed(v1, 'nothing')
      limitRate(v1, limiter)
      answerJsonp(v1)
      await v1.register(cors, {
        origin: '*',
        methods: ['GET', 'HEAD', 'OPTIONS'],
        exposedHeaders,
        maxAge: preflightSeconds,
        strictPreflight: false,
      })
      answerNotFound(v1)
      const description = {
        operationId: 'getRoot',
        summary: 'The addresses of this interface, its terms and its limit',
        answer: root,
      }
      recordRoute(v1, '/', description, async () =>
        rootBody(context.links(), {
          requests: limiter.points,
          windowSeconds: limiter.duration,
        }),
      )
      gamesRoutes(v1, context)
      usersRoutes(v1, context)
      activityRoutes(v1, context)
    },
    { prefix: '/api/v1' },
  )
}
