import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOn, loopback, type TestHost } from '../fixtures/test-host.ts'

const longestStartMs = 60_000
const betweenLooksMs = 20

/** A program that serves. */
export interface ServerProgram {
  /** As a person calls it. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Where it runs; here when absent. */
  readonly host?: TestHost
  /** Whether it serves already. May throw for as long as nobody listens. */
  answers(): Promise<boolean>
}

/** Ends a program as a power cut would: by SIGKILL. Resolves once it is gone, also the second time. */
export type KillServer = () => Promise<void>

/**
 * Starts a program and waits until it answers.
 *
 * Its standard input is a pipe that closes when this process ends, however it ends.
 *
 * @throws with what the program wrote, when it ends or a minute passes before it answers
 */
export async function startServer(program: ServerProgram): Promise<KillServer> {
  const env = { ...process.env, TZ: 'UTC' }
  const [command, args] = commandOn(program.host ?? loopback, program.command, program.args)
  const child = spawn(command, args, { stdio: 'pipe', env })
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
  const deadline = performance.now() + longestStartMs
  while (end === undefined && performance.now() < deadline) {
    if (await program.answers().catch(() => false)) return kill
    await sleep(betweenLooksMs)
  }
  await kill()
  throw new Error(`${program.name} did not start: ${end}`)
}

/** The last of what a program wrote, for an error's text. */
function outputOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4_000)
    })
  }
  return () => text.trim()
}
