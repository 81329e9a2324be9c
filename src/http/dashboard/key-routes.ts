import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createKey } from '../../use-cases/create-key.ts'
import { createLink } from '../../use-cases/create-link.ts'
import { listKeys } from '../../use-cases/list-keys.ts'
import { listLinks } from '../../use-cases/list-links.ts'
import { narrowKey } from '../../use-cases/narrow-key.ts'
import { revealKey } from '../../use-cases/reveal-key.ts'
import { revokeKey } from '../../use-cases/revoke-key.ts'
import { revokeLink } from '../../use-cases/revoke-link.ts'
import { rotateKey } from '../../use-cases/rotate-key.ts'
import type { UseCase } from '../../use-cases/use-case.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { keysAnswer, linksAnswer } from './answer-schema.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'

type AnyUseCase = UseCase<never, object>

const lists = {
  keys: { useCase: listKeys, answer: keysAnswer },
  links: { useCase: listLinks, answer: linksAnswer },
} as const

/** A body has the fields of its use case, but for the account, which is the session's. */
const changes: Readonly<Record<string, AnyUseCase>> = {
  'keys/create': createKey,
  'keys/narrow': narrowKey,
  'keys/rotate': rotateKey,
  'keys/reveal': revealKey,
  'keys/revoke': revokeKey,
  'links/create': createLink,
  'links/revoke': revokeLink,
}

/** A thousand app ids, escaped. */
const maxBodyBytes = 1_048_576

/** The account's API keys and report links. */
export function keyRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, settings } = services

  const callFor = async (
    request: FastifyRequest,
    useCase: AnyUseCase,
    fields: Record<string, unknown>,
  ) => {
    const principal = principalOf(request)
    const call = callAs(actorOf(request, 'session', principal.name))
    const { username } = principal.account
    const result = await orProblem(call(useCase, { ...fields, username } as never))
    return { principal, result }
  }

  for (const [name, { useCase, answer }] of Object.entries(lists)) {
    const options = { config: { needs: 'manage', answer } } as const
    app.get(`/dashboard/api/${name}`, options, async (request, reply) => {
      const { principal, result } = await callFor(request, useCase, {})
      reply.header('cache-control', 'no-store')
      return { ...accountMembers(principal), [name]: result }
    })
  }

  for (const [path, useCase] of Object.entries(changes)) {
    const options = {
      config: { needs: 'manage' },
      preHandler: refuseCrossSite,
      bodyLimit: maxBodyBytes,
    } as const
    app.post(`/dashboard/api/${path}`, options, async (request, reply) => {
      const { principal, result } = await callFor(request, useCase, requestOf(request.body))
      reply.header('cache-control', 'no-store')
      const {
        path: linkPath,
        pagePath: _page,
        username: _,
        ...rest
      } = result as Record<string, unknown>
      const url = linkPath === undefined ? {} : { url: `${settings.baseUrl()}${linkPath}` }
      return { ...accountMembers(principal), ...rest, ...url }
    })
  }
}
