import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A program of this folder in a process of its own, which answers one message after another. */
export class Child implements AsyncDisposable {
  readonly pid: number
  /** What it sent when it could take messages. */
  readonly ready: unknown
  readonly #process: ChildProcess
  readonly #exit: Promise<unknown>

  private constructor(child: ChildProcess, ready: unknown) {
    this.pid = child.pid!
    this.ready = ready
    this.#process = child
    this.#exit = once(child, 'exit')
  }

  /** @param env is added to the environment of this process */
  static async start(
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Child> {
    const child = fork(join(import.meta.dirname, program), args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    return new Child(child, await replyOf(child))
  }

  /** @throws the failure that it reports, or when it ends */
  ask(message: object): Promise<unknown> {
    this.#process.send(message)
    return replyOf(this.#process)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.connected) this.#process.disconnect()
    await this.#exit
  }
}

async function replyOf(child: ChildProcess): Promise<unknown> {
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

/** Within a child: answers the messages of its parent. A message that comes earlier would be lost. */
export function serveParent<Message>(answer: (message: Message) => Promise<unknown>): void {
  process.on('message', async (message: Message) => {
    const reply = await answer(message).then(
      (value) => ({ value }),
      (error: Error) => ({ failure: error.stack }),
    )
    process.send!(reply)
  })
  process.send!({ value: null })
}
