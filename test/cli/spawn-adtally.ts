import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { commandOn, loopback } from '../fixtures/test-host.ts'
import {
  baseUrlOf,
  type Outcome,
  type RunOptions,
  readyText,
  type TestServer,
  until,
} from './run-adtally.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
/** The package's own Node; the one on the machine may be older. */
const node = join(project, 'node_modules', '.bin', 'node')
const main = join(project, 'src', 'main.ts')

/** The program and arguments that run a command in its own process. */
export const commandLine = (args: readonly string[]): string[] => [node, main, ...args]

const longestCommandMs = 40_000

/** @param nodeOptions options before the script on Node's command line */
function start(
  args: readonly string[],
  { env, cwd, host = loopback, script = main }: RunOptions,
  stdio: SpawnOptions['stdio'],
  nodeOptions: readonly string[] = [],
) {
  // The settings of the person who runs the tests must not reach the commands.
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const [command, all] = commandOn(host, node, [...nodeOptions, script, ...args])
  return spawn(command, all, {
    cwd: cwd ?? tmpdir(),
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      ...env,
    },
    stdio,
  })
}

/** Runs a command to its end, in its own process. */
export async function spawnAdtally(
  args: readonly string[],
  { input = '', longestMs = longestCommandMs, ...options }: RunOptions = {},
  nodeOptions: readonly string[] = [],
): Promise<Outcome> {
  const child = start(args, options, 'pipe', nodeOptions)
  const output = collect(child)
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(input)
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return { code, ...output }
}

export interface ServerProcess extends TestServer {
  readonly child: ChildProcess
  /** Waits for the process to end. @returns its exit code, null after a signal */
  readonly exited: Promise<number | null>
  /** Sends a signal, SIGTERM when absent, and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts `adtally serve` in its own process for one test, on a free loopback port. */
export async function serveProcess(
  args: readonly string[],
  options: RunOptions = {},
): Promise<ServerProcess> {
  const server = await startServing(args, options)
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return server
}

/** The same, but the caller must stop the server. */
export async function startServing(
  args: readonly string[],
  options: RunOptions = {},
): Promise<ServerProcess> {
  const child = start(['serve', '--port', '0', ...args], options, ['ignore', 'pipe', 'pipe'])
  const output = collect(child)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = await until(() => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output.stderr}`)
    return readyText(output.stdout)
  }).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  const stdout = () => output.stdout
  const stderr = () => output.stderr
  return { baseUrl: baseUrlOf(ready), stdout, stderr, child, exited, stop }
}

/** Starts a command and leaves it running with its stdin open. */
export function launch(args: readonly string[], options: RunOptions = {}) {
  const child = start(args, options, 'pipe')
  child.stdin!.on('error', () => undefined)
  const output = collect(child)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output, exited }
}

function collect(child: ChildProcess) {
  const output = { stdout: '', stderr: '' }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return output
}
