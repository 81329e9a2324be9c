import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { UndiciNetworkCalls } from '../../src/network-calls/undici-network-calls.ts'
import { type Answer, type Ask, NetworkFault } from '../../src/sources/connector.ts'

export const hosts = ['api.network.example', 'files.network.example']
export const secret = 'hunter2'
/** Its query has a secret. */
export const url = `https://api.network.example/report?key=${secret}`

/** A request as a network sees it. */
export interface Seen {
  readonly method: string
  /** With the host in front: `/api.network.example/report`. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Listens on loopback until the test ends. @returns the port */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Calls that end with the test. */
export function openCalls(
  options: Omit<ConstructorParameters<typeof UndiciNetworkCalls>[0], 'version'>,
): (ask: Ask, signal?: AbortSignal) => Promise<Answer> {
  const calls = new UndiciNetworkCalls({ version: '1.2.3', ...options })
  onTestFinished(() => calls.close())
  return (ask, signal = new AbortController().signal) => calls.call(ask, hosts, signal)
}

/** All networks are one server on loopback. */
export async function openNetworks(answer: (seen: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method, url: at, headers } = request
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const one = { method: method!, url: at!, headers, body }
    seen.push(one)
    answer(one, response)
  })
  const port = await listen(server)
  return { seen, call: openCalls({ at: `http://127.0.0.1:${port}` }) }
}

/** The fault of a call that gives no answer. */
export async function faultOf(call: Promise<Answer>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof NetworkFault)) throw new Error('There is no fault', { cause: error })
  return { ...error.fault, cause: error.cause }
}
