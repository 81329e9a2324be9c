import type { FastifyInstance } from 'fastify'
import type { UseCase } from '../../use-cases/use-case.ts'
import { changeView } from '../../use-cases/views/change-view.ts'
import { deleteSharedView, deleteView } from '../../use-cases/views/delete-view.ts'
import { listViews } from '../../use-cases/views/list-views.ts'
import { saveView } from '../../use-cases/views/save-view.ts'
import { shareView } from '../../use-cases/views/share-view.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import { deletedViewAnswer, viewAnswer, viewsAnswer } from './view-answers.ts'

/**
 * A body has the fields of its use case, but for the account and the user, which are the session's. Those
 * who only read keep views for themselves.
 */
const changes = {
  save: { useCase: saveView, needs: 'read', answer: viewAnswer, isOwn: true },
  change: { useCase: changeView, needs: 'read', answer: viewAnswer, isOwn: true },
  share: { useCase: shareView, needs: 'import', answer: viewAnswer, isOwn: true },
  delete: { useCase: deleteView, needs: 'read', answer: deletedViewAnswer, isOwn: true },
  withdraw: {
    useCase: deleteSharedView,
    needs: 'manage',
    answer: deletedViewAnswer,
    isOwn: false,
  },
} as const

/** The longest address, escaped. */
const maxBodyBytes = 32_768

/** The saved views of the user, and those that others of the account share. */
export function viewRoutes(app: FastifyInstance, { callAs }: DashboardServices): void {
  const listing = { config: { needs: 'read', answer: viewsAnswer } } as const
  app.get('/dashboard/api/views', listing, async (request, reply) => {
    const principal = principalOf(request)
    const call = callAs(actorOf(request, 'session', principal.name))
    const who = { username: principal.account.username, user: principal.name }
    reply.header('cache-control', 'no-store')
    return { ...accountMembers(principal), views: await orProblem(call(listViews, who)) }
  })

  for (const [action, { useCase, needs, answer, isOwn }] of Object.entries(changes)) {
    const options = {
      // All of the account see shared views.
      config: { needs, ofAllApps: needs !== 'read', answer },
      preHandler: refuseCrossSite,
      bodyLimit: maxBodyBytes,
    } as const
    app.post(`/dashboard/api/views/${action}`, options, async (request, reply) => {
      const principal = principalOf(request)
      const call = callAs(actorOf(request, 'session', principal.name))
      const who = {
        username: principal.account.username,
        ...(isOwn && { user: principal.name }),
      }
      const fields = { ...requestOf(request.body), ...who }
      const result = await orProblem(call(useCase as UseCase<never, object>, fields as never))
      reply.header('cache-control', 'no-store')
      return { ...accountMembers(principal), ...result }
    })
  }
}
