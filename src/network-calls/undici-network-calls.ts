import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import type { NetworkCalls } from '../connections/network-calls.ts'
import { type Answer, type Ask, NetworkFault } from '../sources/connector.ts'
import { defaultImportLimits } from '../sources/import-limits.ts'
import { JsonLimitError, parseDocument } from '../sources/readers/json-document.ts'
import type { Json } from '../sources/readers/parse-json.ts'
import { checkUrl } from './check-url.ts'
import { explainFailure } from './explain-failure.ts'
import { type LookUp, publicLookup } from './public-address.ts'
import { acceptedEncodings, decodeText, readBody } from './read-body.ts'

const defaultTimeoutMs = 60_000
const maxTimeoutMs = 600_000
const maxRedirects = 5

/** How an installation reaches networks. */
export interface NetworkCallOptions {
  /** Adtally's version, which networks are told. */
  readonly version: string
  /** Asks `<at>/host/path` instead of `https://host/path`, wherever this is; null to ask the networks. */
  readonly at?: string | null
  /** Whether hosts may have private addresses. */
  readonly allowPrivate?: boolean
  /** The URL of an HTTP proxy; null for none. */
  readonly proxy?: string | null
  /** Hosts that are asked without the proxy, as in `NO_PROXY`. */
  readonly noProxy?: string
  /** Looks names up; Node's own lookup when absent. */
  readonly lookUp?: LookUp
  /** The only certificates that are trusted, in PEM; Node's when absent. */
  readonly trusted?: string
}

/** A request as it is sent, up to a redirect. */
interface Sent {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Asks networks over HTTP/1.1, through a proxy if there is one. Keeps no cookies. */
export class UndiciNetworkCalls implements NetworkCalls {
  readonly #options: NetworkCallOptions
  readonly #dispatcher: Dispatcher

  constructor(options: NetworkCallOptions) {
    this.#options = options
    this.#dispatcher = openDispatcher(options)
  }

  async call(ask: Ask, hosts: readonly string[], signal: AbortSignal): Promise<Answer> {
    const allowPrivate = this.#options.allowPrivate ?? false
    const timeoutMs = Math.min(ask.timeoutMs ?? defaultTimeoutMs, maxTimeoutMs)
    const timeout = AbortSignal.timeout(timeoutMs)
    const both = AbortSignal.any([signal, timeout])
    let sent: Sent = {
      url: checkUrl(ask.url, hosts, { allowPrivate }),
      method: ask.method ?? 'GET',
      headers: ask.headers ?? {},
      body: ask.body ?? null,
    }
    for (let redirects = 0; ; redirects++) {
      const { hostname: host } = sent.url
      let hasBegun = false
      try {
        both.throwIfAborted()
        const response = await this.#send(sent, both)
        hasBegun = true
        const location = ask.staysThere ? null : redirectOf(response)
        if (location === null) return await readAnswer(response, both)
        await response.body.dump({ limit: 16_384, signal: both })
        if (redirects === maxRedirects) throw tooManyRedirects(host)
        sent = redirected(
          sent,
          response.statusCode,
          checkUrl(location, ask.redirectsAnywhere ? null : hosts, {
            allowPrivate,
            base: sent.url,
          }),
        )
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof NetworkFault) throw error
        if (timeout.aborted) throw tooSlow(host, timeoutMs)
        throw explainFailure(error, { host, hasBegun, hasProxy: Boolean(this.#options.proxy) })
      }
    }
  }

  /** Ends idle connections, and calls under way. */
  close(): Promise<void> {
    return this.#dispatcher.destroy()
  }

  async #send(sent: Sent, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { at, version } = this.#options
    const { url, method, headers, body } = sent
    const address = at ? `${at}/${url.host}${url.pathname}${url.search}` : url
    const response = await request(address, {
      method,
      body,
      signal,
      dispatcher: this.#dispatcher,
      headers: {
        ...headers,
        'user-agent': `Adtally/${version}`,
        'accept-encoding': acceptedEncodings,
      },
      // One time limit is for the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    // A body that is given up fails once more, when nobody reads it.
    response.body.on('error', () => undefined)
    return response
  }
}

function openDispatcher(options: NetworkCallOptions): Dispatcher {
  const { at, allowPrivate = false, proxy = null, noProxy = '', lookUp, trusted } = options
  const trust = trusted === undefined ? {} : { ca: trusted }
  // Everything is where the operator says.
  if (at) return new Agent({ allowH2: false, connect: trust })
  const connect = allowPrivate ? trust : { ...trust, lookup: publicLookup(lookUp) }
  if (proxy === null) return new Agent({ allowH2: false, connect })
  return new EnvHttpProxyAgent({
    allowH2: false,
    connect,
    requestTls: trust,
    proxyTls: trust,
    // The settings were read already.
    httpsProxy: proxy,
    httpProxy: '',
    noProxy,
  })
}

/** Where an answer leads; null when it is no redirect. */
function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null
  const { location } = headers
  return (Array.isArray(location) ? location[0] : location) ?? null
}

/** Follows a redirect as browsers do, but tells another host nothing except the accepted types. */
function redirected({ url: from, method, headers, body }: Sent, status: number, url: URL): Sent {
  const isSameHost = url.hostname === from.hostname
  const isRead = status === 303 || (status < 303 && method === 'POST')
  const kept = Object.entries(headers).filter(([name]) => isSameHost || /^accept$/i.test(name))
  return {
    url,
    method: isRead ? 'GET' : method,
    headers: Object.fromEntries(kept.filter(([name]) => !isRead || !/^content-/i.test(name))),
    body: isRead || !isSameHost ? null : body,
  }
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<Answer> {
  const header = (name: string) => [headers[name] ?? ''].flat().join(', ')
  const bytes = await readBody(body, header('content-encoding'))
  const text = decodeText(bytes, header('content-type'), statusCode < 300)
  return { status: statusCode, header, text, json: await jsonOf(text, signal) }
}

/** The text as JSON; null when it is none, or exceeds a limit of JSON documents. */
async function jsonOf(text: string, signal: AbortSignal): Promise<Json | null> {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return null
  try {
    return await parseDocument(text, defaultImportLimits, signal)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonLimitError) return null
    throw error
  }
}

const tooSlow = (host: string, timeoutMs: number) =>
  new NetworkFault({
    kind: 'try-later',
    message: `did not answer within ${timeoutMs / 1_000} s (${host})`,
  })

const tooManyRedirects = (host: string) =>
  new NetworkFault({
    kind: 'request-refused',
    message: `redirected more than ${maxRedirects} times (${host})`,
  })
