import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork, networkMatcher } from './client-network.ts'
import { type ConnectionWork, oneAtATime } from './one-at-a-time.ts'
import { ProgressWatch } from './watch-progress.ts'

/** The limits of connections. A time of 0 is no limit. */
export interface ConnectionBounds {
  /** Open connections of all clients. */
  readonly maxConnections: number
  /** Open connections of one address (of IPv6, of one /64). Trusted proxies may have any number. */
  readonly maxConnectionsPerAddress: number
  /** Requests of one connection that wait for the answer to the one before. */
  readonly maxPipelined: number
  /** From the connection, or the answer before, to the end of a request's head. */
  readonly headTimeoutMs: number
  /** The same to the end of its body. */
  readonly requestTimeoutMs: number
  /** Between two requests. */
  readonly idleTimeoutMs: number
  /** Without a byte of an answer being read. */
  readonly stallTimeoutMs: number
}

export interface ConnectionOptions {
  readonly maxHeaderSize: number
  readonly trustedProxies: readonly string[]
  /** Hears, at most once a minute for each reason, why connections are refused or closed. */
  readonly warn: (message: string) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The connections of this listener. */
    connections: Connections
  }
}

const warningIntervalMs = 60_000

/** The open connections of a listener. */
export class Connections {
  readonly #bounds: ConnectionBounds
  readonly #options: ConnectionOptions
  readonly #isTrusted: (address: string) => boolean
  readonly #open = new Set<Socket>()
  readonly #perAddress = new Map<string, number>()
  readonly #servers = new Set<Server>()
  readonly #busy = new WeakMap<Socket, ConnectionWork>()
  readonly #long = new WeakSet<Socket>()
  readonly #warnedAtMs = new Map<string, number>()
  readonly #progress: ProgressWatch
  #timer: NodeJS.Timeout | null = null
  #isClosing = false
  /** Answers in place of what the servers were made with. */
  #successor: RequestListener | null = null

  constructor(bounds: ConnectionBounds, options: ConnectionOptions) {
    this.#bounds = bounds
    this.#options = options
    this.#isTrusted = networkMatcher(options.trustedProxies)
    this.#progress = new ProgressWatch(bounds.stallTimeoutMs)
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size
  }

  /** Whether the listener stops: it accepts nothing, and answers what is still asked with 503. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Whether an answer is under way, in whose midst another one must not be written. */
  isAnswering(socket: Socket): boolean {
    const [request, response] = this.#busy.get(socket)?.current ?? []
    // A request whose body does not come to its end is not answered yet.
    return response?.headersSent || request?.complete || false
  }

  /** How long a client may send or read nothing; 0 for any time. */
  get stallTimeoutMs(): number {
    return this.#bounds.stallTimeoutMs
  }

  /**
   * Lets a request take longer than others. The caller watches that its body arrives.
   *
   * @returns ends it
   */
  allowLong(socket: Socket): () => void {
    this.#long.add(socket)
    return () => void this.#long.delete(socket)
  }

  /** Whether {@link allowLong} holds. */
  isLong(socket: Socket): boolean {
    return this.#long.has(socket)
  }

  /** Makes an HTTP server whose connections are bounded together with those of the others made here. */
  createServer(handle: RequestListener): Server {
    const { maxConnections, maxPipelined, headTimeoutMs, requestTimeoutMs, idleTimeoutMs } =
      this.#bounds
    const shortestMs = Math.min(headTimeoutMs || 60_000, requestTimeoutMs || 60_000)
    const server = createServer(
      {
        maxHeaderSize: this.#options.maxHeaderSize,
        headersTimeout: headTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: idleTimeoutMs,
        connectionsCheckingInterval: Math.ceil(shortestMs / 4),
      },
      oneAtATime(
        (request, response) => (this.#successor ?? handle)(request, response),
        ...([maxPipelined, this.#busy] as const),
      ),
    )
    server.maxConnections = maxConnections
    server.on('connection', (socket: Socket) => this.#accept(socket))
    server.on('drop', () =>
      this.#warn(
        'full',
        `New connections are refused: ${maxConnections} are open. Raise --max-connections if these are real clients`,
      ),
    )
    this.#servers.add(server)
    return server
  }

  /** Has further requests answered by another handler; the connections stay open. */
  handOver(successor: RequestListener): void {
    this.#successor = successor
  }

  /** Closes what is idle and has nothing to wait for, from now on at once. */
  beginClosing(): void {
    this.#isClosing = true
    // Node takes connections that have sent nothing yet for busy ones; browsers open them ahead of need.
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy()
    this.closeIdle()
  }

  closeIdle(): void {
    for (const server of this.#servers) server.closeIdleConnections()
  }

  /** Closes every connection, whatever it does. @returns how many there were */
  destroyAll(): number {
    const count = this.#open.size
    for (const socket of this.#open) socket.destroy()
    return count
  }

  #accept(socket: Socket): void {
    if (this.#isClosing) {
      socket.destroy()
      return
    }
    const address = socket.remoteAddress ?? ''
    const network = this.#isTrusted(address) ? null : (clientNetwork(address) ?? 'unknown')
    if (network !== null && !this.#count(network)) {
      socket.destroy()
      return
    }
    this.#open.add(socket)
    this.#watch()
    socket.once('close', () => {
      this.#open.delete(socket)
      if (network !== null) this.#uncount(network)
      if (this.#open.size === 0) this.#rest()
    })
  }

  /** @returns false when the address has as many connections as it may have */
  #count(network: string): boolean {
    const open = this.#perAddress.get(network) ?? 0
    const { maxConnectionsPerAddress } = this.#bounds
    if (open >= maxConnectionsPerAddress) {
      this.#warn(
        'address',
        `New connections of ${network} are refused: ${open} are open. If it is a proxy, name it in --trusted-proxies; else see --max-connections-per-address`,
      )
      return false
    }
    this.#perAddress.set(network, open + 1)
    return true
  }

  #uncount(network: string): void {
    const open = this.#perAddress.get(network) ?? 1
    if (open > 1) this.#perAddress.set(network, open - 1)
    else this.#perAddress.delete(network)
  }

  #watch(): void {
    const { stallTimeoutMs } = this.#bounds
    if (this.#timer !== null || stallTimeoutMs === 0) return
    const look = () => {
      const closed = this.#progress.look(this.#open, performance.now())
      if (closed > 0) this.#warn('stalled', 'Answers were given up that their clients did not read')
    }
    this.#timer = setInterval(look, Math.ceil(stallTimeoutMs / 4)).unref()
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #warn(reason: string, message: string): void {
    const nowMs = performance.now()
    const lastMs = this.#warnedAtMs.get(reason)
    if (lastMs !== undefined && nowMs - lastMs < warningIntervalMs) return
    this.#warnedAtMs.set(reason, nowMs)
    this.#options.warn(message)
  }
}
