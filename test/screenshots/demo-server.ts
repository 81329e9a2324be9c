import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const project = join(import.meta.dirname, '../..')
const node = join(project, 'node_modules/.bin/node')
const readyMs = 120_000

/** A server of demo data, in a process of its own. */
export interface DemoServer {
  readonly url: string
  readonly username: string
  readonly password: string
  /** Runs a command of adtally on its data. @throws Error when it fails */
  readonly run: (command: readonly string[], input?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Serves the demo of a folder, which is created when there is none.
 *
 * @throws Error when the server ends or is not ready in time
 */
export async function serveDemo(folder: string): Promise<DemoServer> {
  const args = ['src/main.ts', 'serve', '--demo', '--data-dir', folder, '--port', '0']
  const child = spawn(node, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes
    })
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const deadline = Date.now() + readyMs
  for (;;) {
    const ready = output.split('\n').find((line) => line.includes('"msg":"Adtally is ready."'))
    if (ready !== undefined) return { ...accessOf(ready), run: runOn(folder), stop }
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The demo's server did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const runOn =
  (folder: string): DemoServer['run'] =>
  async (command, input = '') => {
    const running = promisify(execFile)(node, ['src/main.ts', ...command, '--data-dir', folder], {
      cwd: project,
    })
    running.child.stdin?.end(input)
    await running
  }

/** @param ready the line that a server logs when it is ready */
function accessOf(ready: string): Omit<DemoServer, 'run' | 'stop'> {
  const { dashboard, sign_in: username, password } = JSON.parse(ready)
  return { url: new URL(dashboard).origin, username, password }
}
