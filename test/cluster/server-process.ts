import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const startTimeoutMs = 60_000
const pollIntervalMs = 20

/** A program that listens for clients. */
export interface ServerProgram {
  /** The command line. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Whether it answers. May throw until it listens. */
  answers(): Promise<boolean>
}

/** Kills a program with SIGKILL, as in a power cut. Resolves once it has ended, also when called again. */
export type KillServer = () => Promise<void>

/**
 * Starts a program and waits until it answers.
 *
 * Its stdin is a pipe that closes when this process ends, however it ends.
 *
 * @throws with the program's output, when it ends or does not answer within a minute
 */
export async function startServer(program: ServerProgram): Promise<KillServer> {
  const env = { ...process.env, TZ: 'UTC' }
  const child = spawn(program.command, program.args, { stdio: 'pipe', env })
  const written = outputOf(child)
  let end: string | undefined
  const ended = once(child, 'close').then(
    () => {
      end = written()
    },
    (error: Error) => {
      end = error.message
    },
  )
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const deadline = performance.now() + startTimeoutMs
  while (end === undefined && performance.now() < deadline) {
    if (await program.answers().catch(() => false)) return kill
    await sleep(pollIntervalMs)
  }
  await kill()
  throw new Error(`${program.name} did not start: ${end}`)
}

/** The end of a program's output, for an error message. */
function outputOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4_000)
    })
  }
  return () => text.trim()
}
