import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { sources } from '../../sources/all-sources.ts'
import { dismissFailedImport } from '../../use-cases/dismiss-failed-import.ts'
import type { Importer } from '../../use-cases/import-requests/importer.ts'
import { answerNetwork } from '../../use-cases/networks/answer-network.ts'
import { undoWithin } from '../../use-cases/undo-import.ts'
import { Problem } from '../answer/problems.ts'
import { idempotencyKeyOf } from '../imports/idempotency-key.ts'
import type { importRequestView } from '../imports/import-answers.ts'
import { readImportOptions } from '../imports/import-options.ts'
import { importProblem } from '../imports/import-problems.ts'
import { requestView } from '../imports/import-views.ts'
import { receiveUpload } from '../imports/receive-upload.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { ofAccount } from './route-table.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import { dashboardVocabulary } from './vocabulary.ts'

const requestQuery = Type.Object({
  id: Type.String({
    maxLength: 64,
    pattern: '^[0-9a-f-]+$',
    description: 'the id of an import request',
  }),
})

const importerOf = (request: FastifyRequest, { callAs }: DashboardServices): Importer => {
  const { account, apps, name } = principalOf(request)
  return { account, apps, call: callAs(actorOf(request, 'session', name)) }
}

/** Receives files of figures. */
export function receiveUploads(app: FastifyInstance, services: DashboardServices): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart)
    // So that a body of another type gets the advice below.
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploads.setErrorHandler((error) => {
      throw importProblem(error, dashboardVocabulary)
    })
    const options = { config: { needs: 'import' }, preHandler: refuseCrossSite } as const
    uploads.post('/dashboard/api/imports/upload', options, async (request, reply) => {
      const started = await startUpload(request, services)
      return reply.status(202).send(started)
    })
  })
}

/** @returns the id of the import request, to ask how far it is */
export async function startUpload(request: FastifyRequest, services: DashboardServices) {
  if (!request.isMultipart()) {
    throw new Problem('bad_request', 'Send the files and options as multipart/form-data.')
  }
  const { id } = await receiveUpload(
    request,
    services.importRequests,
    importerOf(request, services),
    readImportOptions({}),
    idempotencyKeyOf(request),
    dashboardVocabulary,
  )
  return { ...accountMembers(principalOf(request)), id }
}

/** Lists uploads under way, undoes imports, and dismisses refused ones. */
export const uploadRoutes = (services: DashboardServices) => ({
  'GET /imports/request': ofAccount({
    needs: 'read',
    query: requestQuery,
    answer: async ({ request, query }) => {
      const { importRequests: requests } = services
      refuseBadQuery(request)
      const found = await requests.byId(query.id, importerOf(request, services))
      if (!found) {
        throw new Problem('unknown_import', 'There is no such import, or it was too long ago.')
      }
      const upload = requestView(found, requests.progressOf(found), null)
      return { upload: upload as Static<typeof importRequestView> }
    },
  }),

  'GET /imports/sources': ofAccount({
    needs: 'import',
    answer: async () => ({
      sources: [
        { source: 'adtally', title: 'Adtally’s own format' },
        ...[...sources.values()].map(({ name, title }) => ({ source: name, title })),
      ],
    }),
  }),

  'POST /imports/undo': ofAccount({
    needs: 'import',
    answer: ({ principal: { account, apps }, fields, ask, changeFigures }) =>
      changeFigures(() => ask(undoWithin({ accountId: account.id, apps }), fields)),
  }),

  'POST /imports/dismiss': ofAccount({
    needs: 'import',
    ofAllApps: true,
    answer: async ({ username: account, fields, ask }) => {
      await ask(dismissFailedImport, { ...fields, account })
      return { id: fields.id as number }
    },
  }),

  'POST /imports/network': ofAccount({
    needs: 'import',
    ofAllApps: true,
    answer: ({ username: account, fields, ask }) => ask(answerNetwork, { ...fields, account }),
  }),
})
