import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../test/cluster/free-ports.ts'
import type { Checkout } from './checkout.ts'
import { copyDataSet, type DataSet } from './data-set.ts'
import { key, password, username } from './figures-shape.ts'
import { threadsMsOf } from './processor-time.ts'

type Environment = Readonly<Record<string, string>>
type HeadersFor = (path: string) => Readonly<Record<string, string>>

const megabyte = 1e6

/** `adtally serve` of a checkout over its own copy of a data set. */
export class Server implements AsyncDisposable {
  readonly name: string
  readonly baseUrl: string
  readonly headersFor: HeadersFor
  readonly #pid: number
  readonly #agent = new Agent({ keepAlive: true })
  readonly #started: AsyncDisposable

  private constructor(
    name: string,
    baseUrl: string,
    headersFor: HeadersFor,
    pid: number,
    started: AsyncDisposable,
  ) {
    this.name = name
    this.baseUrl = baseUrl
    this.headersFor = headersFor
    this.#pid = pid
    this.#started = started
  }

  static async start(checkout: Checkout, dataSet: DataSet, env: Environment = {}): Promise<Server> {
    await using starting = new AsyncDisposableStack()
    const { path } = starting.use(copyDataSet(dataSet))
    const [port] = await freePorts(1)
    const program = join(checkout.root, 'src/main.ts')
    const child = spawn(
      process.execPath,
      [program, 'serve', '--data-dir', path, '--port', String(port)],
      { cwd: path, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const exit = once(child, 'exit')
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    starting.defer(async () => {
      child.kill('SIGTERM')
      await exit
      process.off('exit', kill)
    })
    const baseUrl = `http://127.0.0.1:${port}`
    await isReady(child, baseUrl)
    const headersFor = await signIn(baseUrl)
    return new Server(checkout.name, baseUrl, headersFor, child.pid!, starting.move())
  }

  /** Reads an answer to its end. @returns its bytes, and the milliseconds until the last one */
  async ask(path: string): Promise<{ ms: number; bytes: number }> {
    const started = performance.now()
    const request = get(this.baseUrl + path, {
      agent: this.#agent,
      headers: this.headersFor(path),
    })
    const [response] = await once(request, 'response')
    let bytes = 0
    for await (const chunk of response) bytes += chunk.length
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`)
    return { ms: performance.now() - started, bytes }
  }

  /** Processor time so far, in milliseconds. */
  async processorMs(): Promise<number> {
    return threadsMsOf(this.#pid)
  }

  /** The most memory that the process had, in MB. */
  peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8')
    return (Number(/VmHWM:\s*(\d+)/.exec(status)![1]) * 1_024) / megabyte
  }

  /** Waits until the server is idle: it may read figures by itself. */
  async quiet(): Promise<void> {
    for (let look = 0; look < 60; look++) {
      const before = await this.processorMs()
      await delay(500)
      if ((await this.processorMs()) - before <= 20) return
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy()
    await this.#started[Symbol.asyncDispose]()
  }
}

async function isReady(child: ChildProcess, baseUrl: string): Promise<void> {
  for (let look = 0; look < 600; look++) {
    if (child.exitCode !== null) throw new Error('The server ended while it started.')
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (answer?.ok) return
    await delay(100)
  }
  throw new Error('The server was not ready within a minute.')
}

/** Signs in. @returns the headers of a path: the session's for the dashboard, the key for all others */
export async function signIn(baseUrl: string): Promise<HeadersFor> {
  const answer = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}.`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  const session = { cookie: cookies.join('; ') }
  const byKey = { authorization: `Bearer ${key}` }
  return (path) => (path.startsWith('/dashboard') ? session : byKey)
}
