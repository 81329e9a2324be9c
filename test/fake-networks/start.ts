import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addDays } from '../../src/values/day.ts'
import {
  type Call,
  type FakeNetwork,
  type Fault,
  type Reply,
  type Route,
  rowFaults,
} from './fake-network.ts'
import { sendFault } from './send-fault.ts'
import { Truth } from './truth.ts'

/** A request that was received. */
export interface ReceivedRequest {
  /** By the server's clock. */
  readonly atMs: number
  /** The network's connector; null when no network has the address. */
  readonly connector: string | null
  readonly stage: Route['stage'] | null
  readonly method: string
  /** Host, path and query. */
  readonly url: string
  readonly fault: Fault | null
  /** Whether it came sooner than the network's rate allows. */
  readonly isTooSoon: boolean
}

export interface FakeNetworksOptions {
  readonly truth?: Truth
  /** The time that rates, logins and signatures are checked by. */
  readonly nowMs?: () => number
  /** How many times faster than declared a network may be asked; as fast as can be when infinite. */
  readonly rateScale?: number
  /** The most rows of a page, whatever is asked for. */
  readonly pageRows?: number
}

export interface FakeNetworks extends AsyncDisposable {
  /** `https://HOST/PATH` is played by `BASE/HOST/PATH`. */
  readonly base: string
  readonly truth: Truth
  readonly networks: ReadonlyMap<string, FakeNetwork>
  /** The requests so far, in order. */
  readonly requests: readonly ReceivedRequest[]
  /**
   * Says what goes wrong with a network's next requests, one after another; null is a good answer. Later
   * requests are answered well. Replaces what was scripted before.
   */
  script(connector: string, faults: readonly (Fault | null)[], stage?: Route['stage']): void
  close(): Promise<void>
}

const directory = join(import.meta.dirname, 'networks')

/** Starts a server on loopback that plays all networks. Their figures are those of the truth. */
export async function startFakeNetworks({
  truth = new Truth(),
  nowMs = Date.now,
  rateScale = 1,
  pageRows = Number.POSITIVE_INFINITY,
}: FakeNetworksOptions = {}): Promise<FakeNetworks> {
  const networks = await loadNetworks()
  const requests: ReceivedRequest[] = []
  const scripts = new Map<string, (Fault | null)[]>()
  const buckets = new Map(
    [...networks].map(([name, { rate }]) => [name, new Bucket(rate, rateScale, nowMs)]),
  )

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(`the fake network failed: ${(error as Error).stack}`)
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://loopback')
    const address = url.pathname.slice(1)
    const method = request.method!
    const text = await bodyOf(request)
    const found = findRoute(networks, method, address, text)
    const { network, route, wild } = found ?? {}
    const isTooSoon = network ? !buckets.get(network.connector)!.take() : false
    const fault = isTooSoon
      ? 'slow-down'
      : network
        ? (scripts.get(`${network.connector} ${route!.stage}`)?.shift() ?? null)
        : null
    requests.push({
      atMs: nowMs(),
      method,
      fault,
      isTooSoon,
      connector: network?.connector ?? null,
      stage: route?.stage ?? null,
      url: address + url.search,
    })
    if (!found) return send(response, { status: 404, body: 'no such address' })
    const call: Call = {
      method,
      address,
      wild: wild!,
      text,
      truth,
      fault,
      query: url.searchParams,
      headers: request.headers,
      nowMs: nowMs(),
      rows: (of, day) => {
        if (fault === 'empty') return []
        const rows = of === 'mediation' ? truth.mediationRows(day) : truth.rows(of, day)
        if (fault === 'repeated-key') {
          return rows.flatMap((row, nth) => (nth > 0 ? row : [row, { ...row, impressions: 1 }]))
        }
        if (fault !== 'wrong-clock') return rows
        return rows.map((row) => ({ ...row, day: addDays(row.day, -1) }))
      },
      page: (rows, offset, limit) => pageOf(rows, offset, Math.min(limit, pageRows), fault),
      numberedPage: (rows, page, limit) => {
        const size = Math.min(limit, pageRows)
        const pages = Math.max(Math.ceil(rows.length / size), 1)
        return {
          rows: pageOf(
            rows,
            size === Number.POSITIVE_INFINITY ? 0 : (page - 1) * size,
            size,
            fault,
          ),
          pages,
        }
      },
    }
    if (fault === 'expired-login') network!.forgetLogins!()
    const said = network!.says[fault as keyof FakeNetwork['says']]
    if (said) return send(response, said)
    const reply = route!.answer(call)
    if (fault === null || isPlayedByRows(fault)) return send(response, reply)
    sendFault(fault, response, reply, address)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    truth,
    networks,
    requests,
    close,
    script: (connector, faults, stage = 'report') => {
      scripts.set(`${connector} ${stage}`, [...faults])
    },
    [Symbol.asyncDispose]: close,
  }
}

const isPlayedByRows = (fault: Fault): boolean =>
  fault === 'empty' || fault === 'expired-login' || (rowFaults as readonly string[]).includes(fault)

/** All fake networks by the connectors that ask them, as new. */
export async function loadNetworks(): Promise<Map<string, FakeNetwork>> {
  const files = readdirSync(directory).sort()
  const made = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(join(directory, file)).href)) as {
        readonly default: () => FakeNetwork | FakeNetwork[]
      }
      return module.default()
    }),
  )
  return new Map(made.flat().map((network) => [network.connector, network]))
}

function findRoute(
  networks: ReadonlyMap<string, FakeNetwork>,
  method: string,
  address: string,
  text: string,
) {
  for (const network of networks.values()) {
    for (const route of network.routes) {
      const isAsked = route.method === method && (route.text?.test(text) ?? true)
      const wild = isAsked ? match(route.address, address) : null
      if (wild) return { network, route, wild }
    }
  }
  return null
}

/** The texts that match the stars of a pattern; null when it does not match. */
function match(pattern: string, address: string): string[] | null {
  const literal = pattern.split('*').map((text) => text.replace(/[.$()+?]/g, '\\$&'))
  const found = new RegExp(`^${literal.join('([^/]+)')}$`).exec(address)
  return found?.slice(1).map(decodeURIComponent) ?? null
}

function pageOf<Row>(
  rows: readonly Row[],
  offset: number,
  size: number,
  fault: Fault | null,
): Row[] {
  if (fault === 'lost-page') return []
  const from = fault === 'repeated-page' ? Math.max(offset - size, 0) : offset
  const page = rows.slice(from, from + size)
  return fault === 'cut-page' ? page.slice(0, Math.ceil(page.length / 2)) : page
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers }).end(text)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Lets through a rate, and one request more than it at once. */
class Bucket {
  readonly #capacity: number
  readonly #perMs: number
  readonly #nowMs: () => number
  #tokens: number
  #atMs: number

  constructor({ requests, seconds }: FakeNetwork['rate'], scale: number, nowMs: () => number) {
    this.#capacity = scale === Number.POSITIVE_INFINITY ? scale : requests + 1
    this.#perMs = (requests / (seconds * 1_000)) * scale
    this.#nowMs = nowMs
    this.#tokens = this.#capacity
    this.#atMs = nowMs()
  }

  take(): boolean {
    const now = this.#nowMs()
    if (now > this.#atMs) this.#tokens += (now - this.#atMs) * this.#perMs
    this.#tokens = Math.min(this.#capacity, this.#tokens)
    this.#atMs = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}
