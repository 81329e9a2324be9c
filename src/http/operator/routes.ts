import { createHash, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { NewAccount } from '../../publishers/accounts.ts'
import type { OnProgress } from '../../sources/import-progress.ts'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import {
  type AppLink,
  type AppsImportRequest,
  type CommunityImportRequest,
  type FinalityView,
  type LedgerRequest,
  type OperationEvent,
  type Operations,
  type PasswordRequest,
  type ReconcileRequest,
  RefusedError,
  type StatsImportRequest,
} from '../../use-cases/operations.ts'
import { Problem } from '../answer/problems.ts'

export interface OperatorServices {
  readonly operations: Operations
  /** What the caller must show; read from a file that only the owner of the data can read. */
  readonly token: string
  /** Where uploaded files lie while an operation runs. */
  readonly workDirectory: string
}

type Call = (argument: unknown, files: GivenFile[], onProgress: OnProgress) => Promise<unknown>

/** Long phases are silent; clients give up on a connection that says nothing for minutes. */
const heartbeatMs = 10_000

/**
 * The operator interface: commands reach the stores through it while a server owns them. Listens
 * on loopback alone. A call is a form: a `call` in JSON, which names the files, and the files; the answer is a line
 * of JSON for each {@link OperationEvent}.
 */
export async function operatorRoutes(
  app: FastifyInstance,
  services: OperatorServices,
): Promise<void> {
  const calls = operationCalls(services.operations)
  await app.register(multipart, {
    limits: { fileSize: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY },
  })
  app.addHook('onRequest', async (request) => {
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${services.token}`)) {
      throw new Problem('unauthorized', 'The operator token is missing or wrong.')
    }
  })

  app.get('/operations', async () => ({ operations: Object.keys(calls) }))

  app.post<{ Params: { operation: string } }>('/operations/:operation', async (request, reply) => {
    const call = calls[request.params.operation as keyof Operations]
    if (!call) throw new Problem('not_found', 'There is no such operation.')
    await mkdir(services.workDirectory, { recursive: true })
    const uploads = await mkdtemp(join(services.workDirectory, 'upload-'))
    const events = new PassThrough()
    const say = (event: OperationEvent<unknown>) => events.write(`${JSON.stringify(event)}\n`)
    const finish = async () => {
      let latest = {}
      const heartbeat = setInterval(
        () => say({ progress: { phase: 'reading', ...latest } }),
        heartbeatMs,
      )
      try {
        const { argument, files } = await receive(request, uploads)
        const result = await call(argument, files, (progress) => {
          latest = progress
          say({ progress })
        })
        say({ result })
      } catch (error) {
        say(toEvent(error))
        if (!(error instanceof RefusedError)) request.log.error(error)
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

function operationCalls(operations: Operations): Record<keyof Operations, Call> {
  return {
    createAccount: (argument) => operations.createAccount(argument as NewAccount),
    listAccounts: () => operations.listAccounts(),
    rotateKey: (argument) => operations.rotateKey(argument as string),
    disableAccount: (argument) => operations.disableAccount(argument as string),
    setPassword: (argument) => operations.setPassword(argument as PasswordRequest),
    linkApp: (argument) => operations.linkApp(argument as AppLink),
    importApps: (argument, files) => operations.importApps(files, argument as AppsImportRequest),
    importCommunity: (argument, files, onProgress) =>
      operations.importCommunity(files, argument as CommunityImportRequest, onProgress),
    importStats: (argument, files, onProgress) =>
      operations.importStats(files, argument as StatsImportRequest, onProgress),
    listImports: (argument) => operations.listImports(argument as LedgerRequest),
    undoImport: (argument) => operations.undoImport(argument as number),
    reconcile: (argument) => operations.reconcile(argument as ReconcileRequest),
    listFinality: () => operations.listFinality(),
    setFinality: (argument) => operations.setFinality(argument as FinalityView),
  }
}

/** Takes in the form; files are written to disk as they come. */
async function receive(request: FastifyRequest, directory: string) {
  let argument: unknown = null
  let names: string[] = []
  const files: GivenFile[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      ;({ argument, names } = JSON.parse(String(part.value)))
      continue
    }
    const path = join(directory, String(files.length))
    await pipeline(part.file, createWriteStream(path))
    files.push({ name: names[files.length] ?? part.filename, path })
  }
  return { argument, files }
}

function toEvent(error: unknown): OperationEvent<unknown> {
  if (error instanceof RefusedError) return { refused: error.message, details: error.details }
  return { failed: 'the server failed; its log says why' }
}

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
