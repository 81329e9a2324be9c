import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Fault, Reply } from './fake-network.ts'

/** Plays a fault of the way between Adtally and a network. */
export function sendFault(
  fault: Fault,
  response: ServerResponse,
  good: Reply,
  address: string,
): void {
  const text = typeof good.body === 'string' ? good.body : JSON.stringify(good.body ?? '')
  switch (fault) {
    case 'slow':
      setTimeout(() => response.destroy(), slowMs)
      return
    case 'server-error':
      response.writeHead(503).end('<html>Service Unavailable</html>')
      return
    case 'slow-down':
      response.writeHead(429, { 'retry-after': '1' }).end('Too Many Requests')
      return
    case 'foreign-redirect':
      response.writeHead(302, { location: `https://elsewhere.example/${address}` }).end()
      return
    case 'truncated':
      // The half is sent as if it were the whole.
      response.writeHead(200).end(text.slice(0, Math.floor(text.length / 2)))
      return
    case 'reset':
      response.writeHead(200, { 'content-length': Buffer.byteLength(text) + 1 })
      response.write(text, () => response.destroy())
      return
    case 'huge':
      void sendHuge(response, text)
      return
    default:
      throw new Error(`a network has no words for "${fault}"`)
  }
}

/** Instead of the minute that a network may take: a slow answer never comes. */
const slowMs = 50
const hugeBytes = 2 ** 31

/** Sends the good answer followed by two gigabytes of spaces, until the client gives up. */
async function sendHuge(response: ServerResponse, text: string): Promise<void> {
  const spaces = Buffer.alloc(2 ** 20, ' ')
  const closed = once(response, 'close')
  response.writeHead(200).write(text)
  for (let sent = 0; sent < hugeBytes && !response.destroyed; sent += spaces.length) {
    if (!response.write(spaces)) await Promise.race([once(response, 'drain'), closed])
  }
  response.end()
}
