import multipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sources } from '../../sources/all-sources.ts'
import { dismissFailedImport } from '../../use-cases/dismiss-failed-import.ts'
import type { Importer } from '../../use-cases/import-requests/importer.ts'
import {
  answerNetwork,
  type networkAnswerRequest,
} from '../../use-cases/networks/answer-network.ts'
import { undoWithin } from '../../use-cases/undo-import.ts'
import type { RequestOf } from '../../use-cases/use-case.ts'
import { Problem } from '../answer/problems.ts'
import { idempotencyKeyOf } from '../imports/idempotency-key.ts'
import { readImportOptions } from '../imports/import-options.ts'
import { importProblem } from '../imports/import-problems.ts'
import { requestView } from '../imports/import-views.ts'
import { receiveUpload } from '../imports/receive-upload.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import {
  dismissedAnswer,
  networkAnsweredAnswer,
  sourcesAnswer,
  undoneAnswer,
  uploadAnswer,
  uploadStartedAnswer,
} from './upload-answers.ts'
import { dashboardVocabulary } from './vocabulary.ts'

const path = '/dashboard/api/imports'

const requestQuery = Type.Object({
  id: Type.String({
    ...{ maxLength: 64, pattern: '^[0-9a-f-]+$' },
    description: 'the id of an import request',
  }),
})

/** Imports of files in the browser, undos, and what became of refused imports. */
export function uploadRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { importRequests: requests, callAs } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()

  const importerOf = (request: FastifyRequest): Importer => {
    const { account, apps, name } = principalOf(request)
    return { account, apps, call: callAs(actorOf(request, 'session', name)) }
  }

  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart)
    // So that a body of another type gets the advice below.
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploads.setErrorHandler((error) => {
      throw importProblem(error, dashboardVocabulary)
    })
    const options = {
      config: { needs: 'import', answer: uploadStartedAnswer },
      preHandler: refuseCrossSite,
    } as const
    uploads.post(`${path}/upload`, options, async (request, reply) => {
      if (!request.isMultipart()) {
        throw new Problem('bad_request', 'Send the files and options as multipart/form-data.')
      }
      const { id } = await receiveUpload(
        request,
        requests,
        importerOf(request),
        readImportOptions({}),
        idempotencyKeyOf(request),
        dashboardVocabulary,
      )
      reply.status(202).header('cache-control', 'no-store')
      return { ...accountMembers(principalOf(request)), id }
    })
  })

  routes.get(
    `${path}/request`,
    {
      config: { needs: 'read', answer: uploadAnswer },
      schema: { querystring: requestQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      refuseBadQuery(request)
      const { id } = request.query
      const found = await requests.byId(id, importerOf(request))
      if (!found) {
        throw new Problem('unknown_import', 'There is no such import, or it was too long ago.')
      }
      reply.header('cache-control', 'no-store')
      const upload = requestView(found, requests.progressOf(found), null)
      return { ...accountMembers(principalOf(request)), upload }
    },
  )

  const listing = { config: { needs: 'import', answer: sourcesAnswer } } as const
  routes.get(`${path}/sources`, listing, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return {
      ...accountMembers(principalOf(request)),
      sources: [
        { source: 'adtally', title: 'Adtally’s own format' },
        ...[...sources.values()].map(({ name, title }) => ({ source: name, title })),
      ],
    }
  })

  const undoing = {
    config: { needs: 'import', answer: undoneAnswer },
    preHandler: refuseCrossSite,
  } as const

  app.post(`${path}/undo`, undoing, async (request, reply) => {
    const { account, apps, call } = importerOf(request)
    const fields = requestOf(request.body) as { readonly id: number }
    const undone = await orProblem(
      requests.turns.run(account.id, () =>
        call(undoWithin({ accountId: account.id, apps }), fields),
      ),
    )
    reply.header('cache-control', 'no-store')
    return { ...accountMembers(principalOf(request)), ...undone }
  })

  const changing = (answer: typeof dismissedAnswer | typeof networkAnsweredAnswer) =>
    ({
      config: { needs: 'import', ofAllApps: true, answer },
      preHandler: refuseCrossSite,
    }) as const

  app.post(`${path}/dismiss`, changing(dismissedAnswer), async (request, reply) => {
    const { account, call } = importerOf(request)
    const fields = requestOf(request.body) as { readonly id: number }
    await orProblem(call(dismissFailedImport, { ...fields, account: account.username }))
    reply.header('cache-control', 'no-store')
    return { ...accountMembers(principalOf(request)), id: fields.id }
  })

  app.post(`${path}/network`, changing(networkAnsweredAnswer), async (request, reply) => {
    const { account, call } = importerOf(request)
    const fields = requestOf(request.body) as RequestOf<typeof networkAnswerRequest>
    const answered = await orProblem(call(answerNetwork, { ...fields, account: account.username }))
    reply.header('cache-control', 'no-store')
    return { ...answered, ...accountMembers(principalOf(request)) }
  })
}
