import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WorkOf, WorkResults } from './work-process.ts'

/** A folder with the sources of Adtally and their packages. */
export interface Checkout {
  /** As tables name it. */
  readonly name: string
  readonly root: string
}

/** Has a checkout do something with its own stores, in a process of its own. */
export async function workIn<Task extends keyof WorkResults>(
  { root }: Checkout,
  work: WorkOf<Task>,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkResults[Task]> {
  const program = join(import.meta.dirname, 'work-process.ts')
  const child = fork(program, [root], { env: { ...process.env, ...env } })
  const exit = once(child, 'exit')
  try {
    await replyOf(child)
    child.send(work)
    return (await replyOf(child)) as WorkResults[Task]
  } finally {
    if (child.connected) child.disconnect()
    await exit
  }
}

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
