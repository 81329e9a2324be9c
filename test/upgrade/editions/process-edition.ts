import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../../cluster/free-ports.ts'
import { ask, type Edition, serverArguments } from './edition.ts'

/** How an edition is started. */
export interface EditionProgram {
  readonly node: string
  readonly script: string
}

/** Later editions write JSON where there is no terminal. */
const isReady = /Press Ctrl-C|"dashboard":/

/** The program of a checkout with its packages. */
export const programOf = (checkout: string): EditionProgram => ({
  node: join(checkout, 'node_modules', '.bin', 'node'),
  script: join(checkout, 'src', 'main.ts'),
})

/**
 * An edition that runs in separate processes.
 *
 * @param folder working directory of commands
 * @param env names the stores
 */
export function processEdition(
  { node, script }: EditionProgram,
  folder: string,
  env: Readonly<Record<string, string>>,
): Edition {
  const start = (now: string, args: readonly string[]): ChildProcess => {
    const { PATH = '', HOME = '' } = process.env
    const clock = join(import.meta.dirname, 'clock.ts')
    return spawn(node, ['--import', clock, script, ...args], {
      cwd: folder,
      env: { PATH, HOME, ADTALLY_TEST_NOW: now, ...env },
    })
  }
  return {
    run: async (now, { args, input = '', fails = false }) => {
      const child = start(now, args)
      const [stdout, stderr] = [textOf(child.stdout!), textOf(child.stderr!)]
      child.stdin!.end(input)
      const [code] = await once(child, 'close')
      if ((code !== 0) === fails) return stdout()
      throw new Error(`adtally ${args.join(' ')} ended with ${code}:\n${stdout()}${stderr()}`)
    },
    serving: async (now, work) => {
      const [port] = await freePorts(1)
      const child = start(now, serverArguments(port!))
      const [stdout, stderr] = [textOf(child.stdout!), textOf(child.stderr!)]
      try {
        while (!isReady.test(stdout())) {
          if (child.exitCode !== null) throw new Error(`the server ended: ${stderr()}`)
          await delay(20)
        }
        return await work((question) => ask(port!, question))
      } finally {
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'close')
      }
    },
  }
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  return () => text
}
