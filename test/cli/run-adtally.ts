import { tmpdir } from 'node:os'
import { Readable, Writable, type WritableOptions } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import { adtally as runCommand } from '../../src/cli/adtally.ts'
import type { TestHost } from '../fixtures/test-host.ts'

export interface Outcome {
  /** The exit code; null after a signal. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The working directory; the folder for temporary files when absent. */
  readonly cwd?: string
  readonly input?: string | Uint8Array
  /** Whether the streams are a terminal; they are pipes when absent. */
  readonly terminal?: boolean
  /** Where a process runs; here when absent. */
  readonly host?: TestHost
  /** The script that a process runs; src/main.ts when absent. */
  readonly script?: string
  /** After which a process is killed; 40 s when absent. */
  readonly longestMs?: number
}

/** Starts a command in this process, with its own environment and streams. */
function start(
  args: readonly string[],
  { env = {}, cwd = tmpdir(), input = '', terminal }: RunOptions,
) {
  const output = { stdout: '', stderr: '' }
  const ofTerminal = { isTTY: terminal === true }
  const collect = (name: keyof typeof output) => {
    const write: WritableOptions['write'] = (text: string, _encoding, done) => {
      output[name] += text
      done()
    }
    return Object.assign(new Writable({ decodeStrings: false, write }), ofTerminal)
  }
  const stdin = Readable.from(input.length > 0 ? [input] : [], { objectMode: false })
  const stop = new AbortController()
  const exited = runCommand(args, {
    env,
    cwd,
    stdin: Object.assign(stdin, ofTerminal),
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    stopSignal: () => stop.signal,
  })
  return { output, stop, exited }
}

/**
 * Runs a command to its end, in this process. It can open a data directory that this process already
 * has open, because engines only lock out other processes.
 */
export async function adtally(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { output, exited } = start(args, options)
  const code = await exited
  return { code, ...output }
}

/** Runs a command that must succeed. @returns its stdout */
export async function adtallyWorks(
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  return stdoutOf(await adtally(args, options))
}

/** Runs a command with `--json` and parses its output. */
export async function adtallyJson(args: readonly string[], options: RunOptions = {}) {
  return JSON.parse(await adtallyWorks([...args, '--json'], options))
}

/** The stdout of a command that must succeed. */
export function stdoutOf({ code, stdout, stderr }: Outcome): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  return stdout
}

/** Lines on stderr that are not progress. */
export function failureLines({ stderr }: Pick<Outcome, 'stderr'>): string[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !/^(reading|checking|writing): .* rows\/s$/.test(line))
}

/** Expects a command to fail with one clear line and no stack trace. */
export function expectOneClearLine(outcome: Outcome): string {
  const lines = failureLines(outcome)
  expect(outcome.code).toBe(1)
  expect(outcome.stdout).toBe('')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^adtally: /)
  expect(lines[0]).not.toMatch(/unexpected|undefined|\[object|Error:/)
  return lines[0]!
}

export interface TestServer {
  readonly baseUrl: string
  /** Everything printed on stdout so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Asks the server to stop and waits until it has. @returns its exit code */
  readonly stop: () => Promise<number | null>
}

/**
 * Runs `adtally serve` in this process for one test, on a free loopback port, and waits until it is
 * ready. Tests that run commands on its data directory need `serveProcess`.
 */
export async function serve(
  args: readonly string[],
  options: RunOptions = {},
): Promise<TestServer> {
  const { output, stop, exited } = start(['serve', '--port', '0', ...args], options)
  const end = () => {
    stop.abort()
    return exited
  }
  onTestFinished(async () => void (await end()))
  let ended = false
  void exited.finally(() => {
    ended = true
  })
  const ready = await until(() => {
    if (ended) throw new Error(`the server ended: ${output.stderr}`)
    return readyText(output.stdout)
  })
  return {
    baseUrl: baseUrlOf(ready),
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    stop: end,
  }
}

/** Signs in on the dashboard of a server. */
export const signIn = (baseUrl: string, username: string, password: string): Promise<Response> =>
  fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

/** The text that a server prints when it is ready, on a terminal or in its log; null before. */
export const readyText = (stdout: string): string | null =>
  /Press Ctrl-C|"msg":"Adtally is ready\."/.test(stdout) ? stdout : null

export const baseUrlOf = (ready: string): string =>
  /(?:Dashboard\s+|"dashboard":")(https?:[^\s"]+)\/dashboard/.exec(ready)![1]!

const timeoutMs = 40_000

/** Calls `look` repeatedly until it returns something. */
export async function until<Found>(look: () => Found | null | Promise<Found | null>) {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error('It did not come to pass in time.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
