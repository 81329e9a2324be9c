import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The number of answers of each status; `failed` when a connection ended without an answer. */
export type Statuses = Record<string, number>

export interface Target {
  readonly port: number
  /** Request lines and headers of the load, with its own key. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** One answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
  readonly ms: number
}

const longestAnswerMs = 60_000

/** @param localAddress the loopback address of the client */
export function ask(
  { port, path, headers }: Target,
  agent: Agent,
  localAddress: string,
): Promise<Answer> {
  const startMs = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers,
        agent,
        localAddress,
        timeout: longestAnswerMs,
      },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            retryAfter: response.headers['retry-after'],
            body: Buffer.concat(pieces).toString(),
            ms: performance.now() - startMs,
          }),
        )
      },
    )
    asking.once('timeout', () => asking.destroy(new Error('no answer')))
    asking.once('error', reject)
    asking.end()
  })
}

/** Asks repeatedly with this many parallel clients. */
export async function hammer(
  target: Target,
  clients: number,
  localAddress: string,
  signal: AbortSignal,
): Promise<Statuses> {
  const statuses: Statuses = {}
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const one = async () => {
    while (!signal.aborted) {
      const status = await ask(target, agent, localAddress).then(
        (answer) => `${answer.status}${answer.status === 503 && !answer.retryAfter ? ' bare' : ''}`,
        () => 'failed',
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      // A refused client asks again at once, but in a new turn of the event loop.
      if (status !== '200') await delay(10)
    }
  }
  await Promise.all(Array.from({ length: clients }, one))
  agent.destroy()
  return statuses
}

/** Opens connections that send some bytes and never read, until the signal aborts. */
export async function openStubborn(
  port: number,
  count: number,
  bytes: string,
  localAddress: string,
): Promise<{ readonly stillOpen: () => number; readonly end: () => void }> {
  const sockets: Socket[] = []
  for (let nth = 0; nth < count; nth++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      socket.pause()
      if (bytes !== '') socket.write(bytes)
    })
    sockets.push(socket)
    if (nth % 100 === 99) await delay(5)
  }
  return {
    stillOpen: () => sockets.filter((socket) => !socket.destroyed).length,
    end: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A request as sent. */
export const headOf = ({ path, headers }: Target): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
