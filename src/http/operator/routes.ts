import { createHash, timingSafeEqual } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { OpenedBackup } from '../../use-cases/backup/opened-backup.ts'
import { maxFiles } from '../../use-cases/check-request.ts'
import { useCases } from '../../use-cases/registry.ts'
import type { Call, UseCaseEvent } from '../../use-cases/use-case.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { Refusal } from '../../values/refusal.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { Problem } from '../answer/problems.ts'
import { allNeed } from '../plugins/needs.ts'
import { backupRoute } from './backup-route.ts'
import { receiveCall } from './receive-call.ts'

export interface OperatorServices {
  readonly call: Call
  readonly backUp: (sealedSecret: string | null) => Promise<OpenedBackup>
  /** The caller's bearer token, from a file that only the owner of the data can read. */
  readonly token: string
  /** Contains uploaded files while a use case runs. */
  readonly workDirectory: string
}

/** Clients give up on connections that are silent for minutes, and some phases take longer. */
const heartbeatMs = 10_000

/** The largest rate file with every character escaped. */
const maxCallBytes = 64 * 1_048_576

/**
 * The operator interface, on loopback only: commands use it while a server owns the databases. A call
 * is a form with a field `call` (JSON: the request and the files' names), then the files. The answer
 * is a line of JSON for each {@link UseCaseEvent}.
 */
export async function operatorRoutes(
  app: FastifyInstance,
  { call, backUp, token, workDirectory }: OperatorServices,
): Promise<void> {
  allNeed(app, 'operator')
  await app.register(multipart, {
    limits: { fileSize: Number.POSITIVE_INFINITY, files: maxFiles, fieldSize: maxCallBytes },
  })
  app.addHook('onRequest', async (request) => {
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new Problem('unauthorized', 'The operator token is missing or wrong.')
    }
  })

  backupRoute(app, backUp)

  app.get('/use-cases', async () => ({ use_cases: [...useCases.keys()] }))

  app.post<{ Params: { name: string } }>('/use-cases/:name', async (request, reply) => {
    const useCase = useCases.get(request.params.name)
    if (!useCase) throw new Problem('not_found', 'There is no such use case.')
    if (!request.isMultipart())
      throw new Problem('bad_request', 'A call must be multipart/form-data.')
    await mkdir(workDirectory, { recursive: true })
    const uploads = await mkdtemp(join(workDirectory, 'upload-'))
    const events = new PassThrough()
    const client = new AbortController()
    reply.raw.once('close', () => client.abort(new CancelledError('The caller is gone.')))
    const send = (event: UseCaseEvent<unknown>) => events.write(`${JSON.stringify(event)}\n`)
    const finish = async () => {
      let latest = {}
      const heartbeat = setInterval(
        () => send({ progress: { phase: 'reading', ...latest } }),
        heartbeatMs,
      )
      try {
        const received = await receiveCall(request, uploads)
        const result = await call(useCase, received.request as never, {
          files: received.files,
          signal: client.signal,
          onProgress: (progress) => {
            latest = progress
            send({ progress })
          },
        })
        send({ result })
      } catch (error) {
        if (error instanceof Refusal) {
          send({ refused: { code: error.code, facts: error.facts } })
        } else {
          request.log.error(error)
          const isAway =
            error instanceof StoreUnavailableError || error instanceof UnusableStoreError
          send(isAway ? { unavailable: error.message } : { failed: true })
        }
      } finally {
        clearInterval(heartbeat)
        events.end()
        await rm(uploads, { recursive: true, force: true })
      }
    }
    void finish()
    return reply.type('application/x-ndjson').send(events)
  })
}

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
