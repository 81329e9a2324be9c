import { openAsBlob } from 'node:fs'
import { assertReadable } from '../sources/readers/first-bytes.ts'
import type { Call, UseCaseEvent } from '../use-cases/use-case.ts'
import { splitLines } from '../values/lines.ts'
import { Refusal } from '../values/refusal.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'

const answerTimeoutMs = 2_000

/** The operator interface of a server that owns a data directory. */
export interface ServerAddress {
  readonly url: string
  readonly token: string
}

/** Whether a server answers and accepts the token. After a crash, none does. */
export async function answers({ url, token }: ServerAddress): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(`${url}/use-cases`, { headers: bearer(token), signal })
    const { use_cases: names } = (await answer.json()) as { use_cases?: unknown }
    return answer.ok && Array.isArray(names)
  } catch {
    return false
  }
}

/** Runs use cases on the server, which also checks their requests. */
export const remoteCall =
  ({ url, token }: ServerAddress): Call =>
  async (useCase, request, { files = [], onProgress = () => undefined, signal } = {}) => {
    const body = new FormData()
    // Names are sent here, because forms change some characters of their files' names.
    body.set('call', JSON.stringify({ request, names: files.map(({ name }) => name) }))
    for (const file of files) {
      await assertReadable(file)
      body.append('file', await openAsBlob(file.path), 'file')
    }
    const answer = await fetch(`${url}/use-cases/${useCase.name}`, {
      method: 'POST',
      headers: bearer(token),
      body,
      ...(signal && { signal }),
    })
    if (!answer.ok || !answer.body) {
      throw new Error(`the server answered ${answer.status}; see its log`)
    }
    const lines = untilClosed(splitLines(answer.body.pipeThrough(new TextDecoderStream())))
    for await (const line of lines) {
      const event = JSON.parse(line) as UseCaseEvent<Awaited<ReturnType<typeof useCase.run>>>
      if ('progress' in event) onProgress(event.progress)
      else if ('refused' in event) throw new Refusal(event.refused.code, event.refused.facts)
      else if ('unavailable' in event) throw new StoreUnavailableError(event.unavailable)
      else if ('failed' in event) throw new Error('the server failed; see its log')
      else return event.result
    }
    throw new StoreUnavailableError(stopped)
  }

const stopped = 'the server stopped before it finished; start it, and try again'

/** @throws StoreUnavailableError when the server ends the connection in the middle */
async function* untilClosed(lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines
  } catch (error) {
    // Node's fetch has no code for this.
    if (!(error instanceof TypeError)) throw error
    throw new StoreUnavailableError(stopped, { cause: error })
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
