import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../../publishers/principal.ts'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import { listAppLinks, unlinkApp } from '../../use-cases/app-links.ts'
import { toAppView } from '../../use-cases/app-view.ts'
import { renameApp } from '../../use-cases/change-app.ts'
import { mergeApps } from '../../use-cases/end-app.ts'
import { linkApps } from '../../use-cases/link-apps.ts'
import type { Call } from '../../use-cases/use-case.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import {
  appsAnswer,
  linkedAnswer,
  mergedAnswer,
  renamedAnswer,
  unlinkedAnswer,
} from './app-answers.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'

const path = '/dashboard/api/apps'
/** A thousand links, escaped. */
const maxBodyBytes = 2_097_152

type Fields = Record<string, unknown>

/** The account's apps, with their links from networks' app ids. */
export function appRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, apps, importRequests } = services

  const callOf = (request: FastifyRequest): Call =>
    callAs(actorOf(request, 'session', principalOf(request).name))

  /** Use cases check what is no app id. @throws Problem `unknown_app` */
  const seeApps = async (principal: Principal, ids: readonly unknown[]) => {
    const wanted = [...new Set(ids.filter((id) => typeof id === 'string' && id.length <= 128))]
    const found = await new VisibleApps(apps, principal).byIds(wanted as string[])
    const missing = wanted.find((id) => !found.some((one) => one.appId === id))
    if (missing === undefined) return found
    throw new Problem('unknown_app', `The account has no app with the app_id ${missing}.`)
  }

  const listing = { config: { needs: 'read', answer: appsAnswer } } as const
  app.get(path, listing, async (request, reply) => {
    const principal = principalOf(request)
    const account = principal.account.username
    const [seen, links] = await app.answerLanes.askShort(principal.account.id, () =>
      Promise.all([
        new VisibleApps(apps, principal).all(),
        callOf(request)(listAppLinks, { account }),
      ]),
    )
    const linksOf = Map.groupBy(links, ({ app_id: appId }) => appId)
    reply.header('cache-control', 'no-store')
    return {
      ...accountMembers(principal),
      apps: seen.map((one) => ({
        ...toAppView(one),
        links: (linksOf.get(one.appId) ?? []).map(({ network, network_app_id }) => ({
          ...{ network, network_app_id },
        })),
      })),
    }
  })

  const changing = <Needs extends 'import' | 'manage', Answer>(needs: Needs, answer: Answer) =>
    ({
      config: { needs, answer, ofAllApps: true },
      preHandler: refuseCrossSite,
      bodyLimit: maxBodyBytes,
    }) as const

  app.post(`${path}/rename`, changing('import', renamedAnswer), async (request, reply) => {
    const principal = principalOf(request)
    const fields = requestOf(request.body)
    await seeApps(principal, [fields.appId])
    const renamed = await orProblem(callOf(request)(renameApp, fields as never))
    reply.header('cache-control', 'no-store')
    return { ...accountMembers(principal), ...renamed }
  })

  app.post(`${path}/link`, changing('import', linkedAnswer), async (request, reply) => {
    const principal = principalOf(request)
    const { links: given, ...rest } = requestOf(request.body)
    const links = Array.isArray(given) ? given.map(requestOf) : given
    await seeApps(principal, Array.isArray(links) ? links.map(({ appId }: Fields) => appId) : [])
    const fields = { ...rest, links, account: principal.account.username }
    const linked = await orProblem(callOf(request)(linkApps, fields as never))
    reply.header('cache-control', 'no-store')
    return { ...accountMembers(principal), ...linked }
  })

  app.post(`${path}/unlink`, changing('import', unlinkedAnswer), async (request, reply) => {
    const principal = principalOf(request)
    const { appId, ...fields } = requestOf(request.body)
    const [found] = await seeApps(principal, [appId])
    if (!found) throw new Problem('unknown_app', 'Name an app of the account as app_id.')
    const { username: account } = principal.account
    const ofApp = { ...fields, account, platform: found.platform }
    const [removed] = await orProblem(callOf(request)(unlinkApp, ofApp as never))
    reply.header('cache-control', 'no-store')
    const { network, network_app_id, app_id } = removed!
    return { ...accountMembers(principal), network, network_app_id, app_id }
  })

  app.post(`${path}/merge`, changing('manage', mergedAnswer), async (request, reply) => {
    const principal = principalOf(request)
    const fields = requestOf(request.body)
    await seeApps(principal, [fields.appId, fields.into])
    const merge = () => callOf(request)(mergeApps, fields as never)
    const merged = await orProblem(importRequests.turns.run(principal.account.id, merge))
    const { networks: _, account: _account, days: _days, ...shown } = merged
    reply.header('cache-control', 'no-store')
    return { ...shown, ...accountMembers(principal) }
  })
}
