import { ConfigError } from '../config/settings.ts'
import type { BackupEvent, OpenedBackup } from '../use-cases/backup/opened-backup.ts'
import { ByteReader } from '../values/byte-reader.ts'
import { Refusal } from '../values/refusal.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { bearer, type ServerAddress } from './remote-call.ts'

/** Opens a backup at the server that owns the stores. It keeps serving meanwhile. */
export async function remoteBackup(
  { url, token }: ServerAddress,
  sealedSecret: string | null,
  signal: AbortSignal,
): Promise<OpenedBackup> {
  const hangUp = new AbortController()
  const request = fetch(`${url}/backup`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ sealed_secret: sealedSecret }),
    signal: AbortSignal.any([signal, hangUp.signal]),
  })
  const answer = await request.catch(throwStopped)
  if (answer.status === 404) {
    throw new ConfigError('the server is of a release without backups; use the same release')
  }
  if (!answer.ok || !answer.body) {
    throw new Error(`the server answered ${answer.status}; see its log`)
  }
  const reader = new ByteReader(untilStopped(answer.body), () => new StoreUnavailableError(stopped))
  const close = async () => hangUp.abort()
  for (;;) {
    const event = JSON.parse(await reader.line()) as BackupEvent
    if ('head' in event) return { head: event.head, archive: reader.rest(), close }
    if ('refused' in event) throw new Refusal(event.refused.code, event.refused.facts)
    if ('unavailable' in event) throw new StoreUnavailableError(event.unavailable)
    if ('failed' in event) throw new Error('the server failed; see its log')
  }
}

const stopped =
  'the server ended the backup before it was whole; see its log, and make the backup again'

/** @throws StoreUnavailableError when the server ends the connection in the middle */
async function* untilStopped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throwStopped(error)
  }
}

function throwStopped(error: unknown): never {
  // Node's fetch has no code for a connection that ends.
  throw error instanceof TypeError ? new StoreUnavailableError(stopped, { cause: error }) : error
}
