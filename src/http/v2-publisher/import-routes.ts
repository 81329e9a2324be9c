import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ImportRequest } from '../../ledger/import-requests.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { type EntryView, entryViewer } from '../../use-cases/entry-view.ts'
import { largestEntryId } from '../../use-cases/fields.ts'
import type { Importer } from '../../use-cases/import-requests/importer.ts'
import { refuse } from '../../use-cases/refusals.ts'
import { undoWithin } from '../../use-cases/undo-import.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { idempotencyKeyOf } from '../imports/idempotency-key.ts'
import { readImportOptions } from '../imports/import-options.ts'
import { importProblem } from '../imports/import-problems.ts'
import { entryView, type ImportStatus, requestView } from '../imports/import-views.ts'
import { type ImportQuery, receiveUpload } from '../imports/receive-upload.ts'
import { misplacedParameters } from '../parameters/misplaced-parameters.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors, queryWithEmptyValues } from '../plugins/read-query.ts'
import type { ImportServices } from '../services.ts'
import {
  describedCreation,
  describedImport,
  describedList,
  describedUndo,
} from './import-descriptions.ts'
import { type ImportsQuery, importsAdvice, importsQuery } from './wire-schema.ts'

const path = '/api/v2/publisher/imports'
const json = 'application/json; charset=utf-8'
const entriesPerPage = 50
const maxRequests = 50
/** After a failure of the server. */
const retryAfterSeconds = 5

/** Imports of figures with a key. */
export async function importRoutes(app: FastifyInstance, services: ImportServices): Promise<void> {
  const { apps, importRequests: requests, ledger, callAs, settings } = services
  // A body of any type is a file.
  app.removeAllContentTypeParsers()
  await app.register(multipart)
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler((error) => {
    throw importProblem(error)
  })
  const methods = ['GET', 'HEAD', 'POST'] as const

  const importerOf = (request: FastifyRequest): Importer => {
    const { account, apps, name } = principalOf(request)
    return { account, apps, call: callAs(actorOf(request, 'key', name)) }
  }

  const post = { config: { methods, needs: 'import', openapi: describedCreation } } as const
  app.post<{ Querystring: ImportQuery }>(path, post, async (request, reply) => {
    const importer = importerOf(request)
    const options = readImportOptions(queryWithEmptyValues(request))
    const key = idempotencyKeyOf(request)
    const started = await receiveUpload(request, requests, importer, options, key)
    reply.header('location', locationOf(started.id))
    const gone = new Promise<null>((resolve) => reply.raw.once('close', () => resolve(null)))
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => late.resolve('late'), started.waitSeconds * 1_000)
    const answer = await Promise.race([started.answer, late.promise, gone])
    clearTimeout(timer)
    if (answer === null) {
      // Without a key, nobody can ask for the result.
      if (key === null) started.cancel()
      return reply.hijack()
    }
    reply.header('cache-control', 'no-store')
    if (started.isRepeated) reply.header('idempotency-replayed', 'true')
    if (answer === 'late') {
      reply.status(202).header('retry-after', '1').type(json)
      return { data: { id: started.id, state: 'running' } }
    }
    if (answer.status === 503) reply.header('retry-after', String(retryAfterSeconds))
    reply.status(answer.status)
    reply.type(answer.status < 400 ? json : 'application/problem+json')
    return reply.send(answer.body)
  })

  app.get(
    path,
    {
      config: { methods, needs: 'read', openapi: describedList },
      schema: { querystring: importsQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const importer = importerOf(request)
      const errors = [
        ...queryErrors(request),
        ...misplacedParameters(request.query as object, importsQuery, importsAdvice),
      ]
      if (errors.length > 0) throw badParameters(errors)
      const { before } = request.query as ImportsQuery
      // Larger numbers are not ids and mean "all".
      const first = before === undefined ? null : Math.min(before, largestEntryId)
      reply.header('cache-control', 'no-store')
      return app.answerQueues.askShort(importer.account.id, async () => {
        // An extra entry tells whether there is another page.
        const entries = await ledger.entriesOf(figuresOf(importer), first, entriesPerPage + 1)
        const page = entries.slice(0, entriesPerPage)
        const others = first === null ? await requests.withoutImport(importer, maxRequests) : []
        return {
          data: page.map(await entryViewer(apps, importer)),
          requests: others.map((one) => requestView(one, requests.progressOf(one), null)),
          next_before: entries.length > page.length ? page.at(-1)!.id : null,
        }
      })
    },
  )

  // A key that only imports may see what became of its imports.
  const read = { config: { needs: ['read', 'import'], openapi: describedImport } } as const
  app.get<{ Params: { id: string } }>(`${path}/:id`, read, async (request, reply) => {
    const importer = importerOf(request)
    reply.header('cache-control', 'no-store')
    const { id } = request.params
    const data = await app.answerQueues.askShort(importer.account.id, () => viewOf(id, importer))
    return { data }
  })

  const undo = { config: { needs: 'import', openapi: describedUndo } } as const
  app.post<{ Params: { id: string } }>(`${path}/:id/undo`, undo, async (request, reply) => {
    const importer = importerOf(request)
    const { account, apps: only } = importer
    const entry = await entryToUndo(request.params.id, importer)
    const data = await requests.turns.run(account.id, () =>
      importer.call(undoWithin({ accountId: account.id, apps: only }), { id: entry }),
    )
    reply.header('cache-control', 'no-store')
    return { data }
  })

  /** @throws Problem `unknown_import`, the same for another account's and for none */
  async function viewOf(id: string, importer: Importer): Promise<ImportStatus> {
    const number = entryIdOf(id)
    const request =
      number === null ? await requests.byId(id, importer) : await requests.byEntry(number, importer)
    const entry = await entryOf(request?.entry ?? number, importer)
    if (request) return requestView(request, requests.progressOf(request), entry)
    if (entry) return entryView(entry)
    throw unknownImport(id)
  }

  /** The entry as the importer sees it; null when it changed nothing of the importer's. */
  async function entryOf(id: number | null, importer: Importer): Promise<EntryView | null> {
    if (id === null) return null
    const [entry] = await ledger.entriesOf(figuresOf(importer), id + 1, 1)
    return entry?.id === id ? (await entryViewer(apps, importer))(entry) : null
  }

  async function entryToUndo(id: string, importer: Importer): Promise<number> {
    const number = entryIdOf(id)
    if (number !== null) return number
    const request: ImportRequest | null = await requests.byId(id, importer)
    if (!request) throw unknownImport(id)
    const { entry, state } = request
    if (entry !== null) return entry
    if (state === 'receiving' || state === 'running') throw refuse('import_under_way', { id })
    const what = request.isDryRun ? 'it only told what would change' : `its state is ${state}`
    throw refuse('request_without_import', { state: what })
  }

  const locationOf = (id: string): string => `${settings.baseUrl()}${path}/${id}`
}

/** The number of a ledger entry; null for other ids. */
function entryIdOf(id: string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  return number !== null && number <= largestEntryId ? number : null
}

const unknownImport = (id: string): Problem =>
  new Problem('unknown_import', `There is no import ${JSON.stringify(id.slice(0, 100))}.`)
