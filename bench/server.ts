import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../test/cluster/free-ports.ts'
import type { Checkout } from './checkout.ts'
import { copyDataSet, type DataSet } from './data-set.ts'
import { key, password, username } from './figures-shape.ts'

type Environment = Readonly<Record<string, string>>

const megabyte = 1e6

/** Names in questions of the dashboard, and what checkouts before 24 November 2026 call the same. */
const earlierNames = [
  ['compare=previous_weekdays', 'against=same_weekdays'],
  ['ad_format', 'format'],
] as const

/** `adtally serve` of a checkout over its own copy of a data set. */
export class Server {
  readonly name: string
  readonly baseUrl: string
  /** The headers of requests to the dashboard, and of other requests. */
  #headers: Readonly<Record<'session' | 'key', Environment>> | undefined
  #hasEarlierNames = false
  readonly #process: ChildProcess
  readonly #agent = new Agent({ keepAlive: true })
  readonly #removeData: () => void

  private constructor(name: string, baseUrl: string, child: ChildProcess, removeData: () => void) {
    this.name = name
    this.baseUrl = baseUrl
    this.#process = child
    this.#removeData = removeData
  }

  static async start(checkout: Checkout, dataSet: DataSet, env: Environment = {}): Promise<Server> {
    const { path, remove } = copyDataSet(dataSet)
    const [port] = await freePorts(1)
    const program = join(checkout.root, 'src/main.ts')
    const child = spawn(
      process.execPath,
      [program, 'serve', '--data-dir', path, '--port', String(port)],
      { cwd: path, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    const server = new Server(checkout.name, `http://127.0.0.1:${port}`, child, remove)
    try {
      await server.#ready()
      const session = { cookie: await signIn(server.baseUrl) }
      server.#headers = { session, key: { authorization: `Bearer ${key}` } }
      server.#hasEarlierNames = await server.#refuses('/dashboard/api/report?dimensions=ad_format')
    } catch (error) {
      await server.stop()
      throw error
    }
    return server
  }

  headersFor(path: string): Environment {
    return this.#headers![path.startsWith('/dashboard') ? 'session' : 'key']
  }

  /** Reads an answer to its end. @returns its bytes, and the milliseconds until the last one */
  async ask(path: string): Promise<{ ms: number; bytes: number }> {
    const started = performance.now()
    const address = this.baseUrl + this.#named(path)
    const request = get(address, { agent: this.#agent, headers: this.headersFor(path) })
    const [response] = await once(request, 'response')
    let bytes = 0
    for await (const chunk of response) bytes += chunk.length
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`)
    return { ms: performance.now() - started, bytes }
  }

  /** Processor time of all threads so far, in milliseconds. More exact than that of a process, which is in ticks. */
  async processorMs(): Promise<number> {
    const threads = `/proc/${this.#process.pid}/task`
    const ns = readdirSync(threads).map((thread) => {
      try {
        return Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ', 1)[0])
      } catch {
        // It ended meanwhile.
        return 0
      }
    })
    return ns.reduce((sum, each) => sum + each, 0) / 1e6
  }

  /** The most memory that the process had, in MB. */
  peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8')
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

  async stop(): Promise<void> {
    this.#agent.destroy()
    const isRunning = this.#process.exitCode === null && this.#process.signalCode === null
    const exit = isRunning ? once(this.#process, 'exit') : null
    this.#process.kill('SIGTERM')
    await exit
    this.#removeData()
  }

  /** A question of the dashboard as this checkout takes it. */
  #named(path: string): string {
    if (!this.#hasEarlierNames || !path.startsWith('/dashboard')) return path
    return earlierNames.reduce((named, [name, earlier]) => named.replace(name, earlier), path)
  }

  async #refuses(path: string): Promise<boolean> {
    const days = 'start_date=2026-01-01&end_date=2026-01-01'
    const headers = this.headersFor(path)
    const answer = await fetch(`${this.baseUrl}${path}&${days}`, { headers })
    await answer.arrayBuffer()
    return answer.status === 400
  }

  async #ready(): Promise<void> {
    for (let look = 0; look < 600; look++) {
      if (this.#process.exitCode !== null) throw new Error('The server ended while it started.')
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => null)
      if (answer?.ok) return
      await delay(100)
    }
    throw new Error('The server was not ready within a minute.')
  }
}

/** @returns the cookie of a new session */
export async function signIn(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}.`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return cookies.join('; ')
}
