import type { FastifyInstance } from 'fastify'
import { addNote } from '../../use-cases/notes/add-note.ts'
import { changeNote } from '../../use-cases/notes/change-note.ts'
import { deleteNote } from '../../use-cases/notes/delete-note.ts'
import { listNotesWithin } from '../../use-cases/notes/list-notes.ts'
import type { UseCase } from '../../use-cases/use-case.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import { noteAnswer, notesAnswer } from './view-answers.ts'

/** A body has the fields of its use case, but for the account and the writer, which are the session's. */
const changes = {
  add: { useCase: addNote, isWritten: true },
  change: { useCase: changeNote, isWritten: true },
  delete: { useCase: deleteNote, isWritten: false },
} as const

/** Notes on days of the account. */
export function noteRoutes(app: FastifyInstance, { callAs }: DashboardServices): void {
  const listing = { config: { needs: 'read', answer: notesAnswer } } as const
  app.get('/dashboard/api/notes', listing, async (request, reply) => {
    const principal = principalOf(request)
    const call = callAs(actorOf(request, 'session', principal.name))
    const { account, apps } = principal
    reply.header('cache-control', 'no-store')
    const notes = await call(listNotesWithin(apps), { username: account.username })
    return { ...accountMembers(principal), notes }
  })

  for (const [action, { useCase, isWritten }] of Object.entries(changes)) {
    const options = {
      config: { needs: 'import', ofAllApps: true, answer: noteAnswer },
      preHandler: refuseCrossSite,
      bodyLimit: 8_192,
    } as const
    app.post(`/dashboard/api/notes/${action}`, options, async (request, reply) => {
      const principal = principalOf(request)
      const call = callAs(actorOf(request, 'session', principal.name))
      const fields = {
        ...requestOf(request.body),
        username: principal.account.username,
        ...(isWritten && { by: principal.name }),
      }
      const result = await orProblem(call(useCase as UseCase<never, object>, fields as never))
      reply.header('cache-control', 'no-store')
      return { ...accountMembers(principal), ...result }
    })
  }
}
