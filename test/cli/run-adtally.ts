import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
/** The Node that the package brings; the machine's own may be older. */
const node = join(project, 'node_modules', '.bin', 'node')
const main = join(project, 'src', 'main.ts')

/** Compiled sources are kept between the many short processes of these tests. */
const compileCache = join(project, 'node_modules', '.cache', 'adtally-tests')

const commandTimeoutMs = 40_000

export interface Outcome {
  /** The exit code; null when a signal ended the process. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Where the command runs; a folder of its own when absent. */
  readonly cwd?: string
  readonly input?: string | Uint8Array
}

/** Makes an empty folder that is gone when the test has finished. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function start(args: readonly string[], { env, cwd }: RunOptions, stdio: SpawnOptions['stdio']) {
  // Settings of whoever runs the tests do not reach the commands.
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return spawn(node, [main, ...args], {
    cwd: cwd ?? tmpdir(),
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_COMPILE_CACHE: compileCache, ...env },
    stdio,
  })
}

/** Runs a command to its end. */
export async function adtally(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = start(args, options, 'pipe')
  const output = collect(child)
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(options.input ?? '')
  const timer = setTimeout(() => child.kill('SIGKILL'), commandTimeoutMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return { code, ...output }
}

/** Runs a command that is expected to work. @returns what it printed */
export async function adtallyWorks(
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await adtally(args, options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  return stdout
}

/** Runs a command with `--json` and reads what it prints. */
export async function adtallyJson(args: readonly string[], options: RunOptions = {}) {
  return JSON.parse(await adtallyWorks([...args, '--json'], options))
}

/** Lines on stderr that are not of the progress display. */
export function failureLines({ stderr }: Pick<Outcome, 'stderr'>): string[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !/^(reading|checking|writing): .* rows\/s$/.test(line))
}

/** Expects a command to have failed with one clear line and no stack trace. */
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
  readonly child: ChildProcess
  /** Ends when the process has ended. @returns its exit code, null after a signal */
  readonly exited: Promise<number | null>
  /** Sends a signal and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts `adtally serve` on a free port of loopback for one test, and waits until it is ready. */
export async function serve(
  args: readonly string[],
  options: RunOptions = {},
): Promise<TestServer> {
  const server = await startServing(args, options)
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return server
}

/** The same without an end: whoever starts the server stops it. */
export async function startServing(
  args: readonly string[],
  options: RunOptions = {},
): Promise<TestServer> {
  const child = start(['serve', '--port', '0', ...args], options, ['ignore', 'pipe', 'pipe'])
  const output = collect(child)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = await until(() => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output.stderr}`)
    return output.stdout.includes('Press Ctrl-C') ? output.stdout : null
  }).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  const baseUrl = /Dashboard\s+(http:\S+)\/dashboard/.exec(ready)![1]!
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  const stdout = () => output.stdout
  const stderr = () => output.stderr
  return { baseUrl, stdout, stderr, child, exited, stop }
}

/** Starts a command and leaves it running. */
export function launch(args: readonly string[], options: RunOptions = {}) {
  const child = start(args, options, ['ignore', 'pipe', 'pipe'])
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

/** Looks again and again until there is something. */
export async function until<Found>(look: () => Found | null | Promise<Found | null>) {
  const deadline = performance.now() + commandTimeoutMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error('It did not come to pass in time.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Where the commands of a running server's directory reach it. */
export async function operatorOf(directory: string): Promise<{ url: string; token: string }> {
  return JSON.parse(await readFile(join(directory, 'server.json'), 'utf8'))
}

export const appsCsv = `app_id,publisher,app_name,platform
zap,studio,Zap,ios
brick,studio,Brick,android
`

export const statsCsv = `date,app_id,network,format,country,impressions,revenue
2026-03-01,zap,ownnet,video,US,1000,12.5
2026-03-02,brick,admob,banner,DE,400,0.5
`

export const badCsv = `date,app_id,network,format,country,impressions,revenue
2026-03-01,zap,ownnet,video,XX,-1,12.5
2026-03-02,brick,admob,banner,DE,400,0.5
2026-03-02,brick,admob,banner,DE,400,0.5
2026-03-03,brick,admob,banner,DE,400,0.1234567
`

export const studioKey = 'studio-key-of-some-length-0123456789'

/** Writes the files that commands are given. */
async function writeInputs(folder: string): Promise<void> {
  await writeFile(join(folder, 'apps.csv'), appsCsv)
  await writeFile(join(folder, 'stats.csv'), statsCsv)
  await writeFile(join(folder, 'bad.csv'), badCsv)
}

/** Makes a data directory with the account `studio` and the apps of {@link appsCsv}. */
async function makeStudio(folder: string, directory: string): Promise<void> {
  await writeInputs(folder)
  const installation = await openInstallation(dataDirectory(directory), { use: 'command' })
  const { call } = installation
  await call(createAccount, { username: 'studio', key: studioKey })
  await call(importApps, {}, { files: [{ name: 'apps.csv', path: join(folder, 'apps.csv') }] })
  await installation.close()
}

export interface Studio {
  readonly folder: string
  readonly directory: string
  /** Runs commands in the folder, on the directory. */
  readonly options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }
}

/** Makes a folder with input files and a data directory; both are gone after the test. */
export async function newStudio(): Promise<Studio> {
  return studioIn(await newFolder())
}

/** The same for all tests of a file. */
export function shareStudio(): () => Studio {
  let studio: Studio
  beforeAll(async () => {
    studio = await studioIn(await mkdtemp(join(tmpdir(), 'adtally-cli-')))
  })
  afterAll(() => rm(studio.folder, { recursive: true, force: true }))
  return () => studio
}

async function studioIn(folder: string): Promise<Studio> {
  const directory = join(folder, 'data')
  await makeStudio(folder, directory)
  return { folder, directory, options: { cwd: folder, env: { ADTALLY_DATA_DIR: directory } } }
}
