import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver got. */
export interface Received {
  /** The host and path of the address. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly base: string
  readonly received: Received[]
  /** Answers requests from now on with a status. @param of the beginning of their paths; all when absent */
  readonly answer: (status: number, of?: string) => void
  /** Leaves the next request without an answer, and tells that it has arrived. */
  readonly hold: (onArrival: () => void) => void
  readonly close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  let given = { status: 204, of: '' }
  let held: (() => void) | null = null
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ path: request.url!, headers: request.headers, body })
    if (!held) {
      const status = request.url!.startsWith(given.of) ? given.status : 204
      return response.writeHead(status, { location: 'https://ops.example.com/elsewhere' }).end()
    }
    held()
    held = null
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (status, of = '') => {
      given = { status, of }
    },
    hold: (onArrival) => {
      held = onArrival
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
