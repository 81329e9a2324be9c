import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { BackupEvent, OpenedBackup } from '../../use-cases/backup/opened-backup.ts'
import { Refusal } from '../../values/refusal.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** Clients give up on connections that are silent for minutes, and an import may take them. */
const heartbeatMs = 10_000

const body = Type.Object(
  { sealed_secret: Type.Union([Type.Null(), Type.String({ maxLength: 4_096 })]) },
  { additionalProperties: false },
)

/** Sends a backup of the stores to a command. */
export function backupRoute(
  app: FastifyInstance,
  backUp: (sealedSecret: string | null) => Promise<OpenedBackup>,
): void {
  app.post<{ Body: { sealed_secret: string | null } }>(
    '/backup',
    { schema: { body } },
    async (request, reply) => {
      const opening = backUp(request.body.sealed_secret)
      const stream = Readable.from(eventsAndArchive(opening, request), { objectMode: false })
      const close = () =>
        opening.then(
          (opened) => opened.close(),
          () => undefined,
        )
      reply.raw.once('close', () => {
        close().catch((error) => request.log.error(error))
      })
      return reply.type('application/octet-stream').send(stream)
    },
  )
}

async function* eventsAndArchive(
  opening: Promise<OpenedBackup>,
  request: FastifyRequest,
): AsyncGenerator<Uint8Array> {
  const line = (event: BackupEvent) => Buffer.from(`${JSON.stringify(event)}\n`)
  for (;;) {
    const opened = await Promise.race([opening, beat()]).catch((error: unknown) => {
      if (!(error instanceof Refusal)) request.log.error(error)
      return eventOf(error)
    })
    if (opened === null) {
      yield line({ waiting: true })
      continue
    }
    if (!('archive' in opened)) {
      yield line(opened)
      return
    }
    yield line({ head: opened.head })
    yield* opened.archive
    // Before the answer ends, so that its reader can make the next backup.
    await opened.close()
    return
  }
}

const beat = () => new Promise<null>((resolve) => setTimeout(resolve, heartbeatMs, null).unref())

function eventOf(error: unknown): BackupEvent {
  if (error instanceof Refusal) return { refused: { code: error.code, facts: error.facts } }
  const isAway = error instanceof StoreUnavailableError || error instanceof UnusableStoreError
  return isAway ? { unavailable: error.message } : { failed: true }
}
