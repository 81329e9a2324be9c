import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Waits for the next message of a child process.
 *
 * @throws the failure that it reports, or when it ends
 */
export async function replyOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`The process ended with ${code}.`)
  })
  exit.catch(() => undefined)
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit])
    const { value, failure } = message as { value?: unknown; failure?: string }
    if (failure) throw new Error(failure)
    return value
  } finally {
    ended.abort()
  }
}
