/** The server answered with an error, or did not answer. The message is shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's error code; `unreachable` when it did not answer. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const root = '/dashboard/api'

/**
 * Dispatches `signed-out` when there is no session, or it has ended, and `other-account` when the
 * session's account is not the one that the page shows.
 */
export const session = new EventTarget()

/** Query parameters. Those without a value are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

export interface RequestOptions {
  /** The account that the page shows; absent for requests about the session itself. */
  readonly account?: string
  readonly signal?: AbortSignal
}

/** Sends a GET request. @throws ApiError */
export async function get<Answer>(
  path: string,
  parameters: Parameters = {},
  options: RequestOptions = {},
): Promise<Answer> {
  return (await getResponse(path, parameters, options)).json()
}

/** Sends a GET request whose answer is not JSON, or has numbers that JSON.parse would round. @throws ApiError */
export async function getResponse(
  path: string,
  parameters: Parameters = {},
  { account, signal }: RequestOptions = {},
): Promise<Response> {
  return send(addressOf(path, parameters), { ...(signal && { signal }) }, account)
}

/** Reads what a report link shows. @throws ApiError */
export const getShared = (token: string, signal: AbortSignal): Promise<Response> =>
  send(`/shared/reports/${token}`, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })

/** Sends a POST request. @throws ApiError */
export async function post<Answer>(
  path: string,
  body: unknown = {},
  { account }: RequestOptions = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await send(`${root}/${path}`, init, account)
  return answer.status === 204 ? (undefined as Answer) : answer.json()
}

/** A query; lists are separated by commas. */
export function queryOf(parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const text = [value ?? []].flat().join(',')
    if (text !== '') query.set(name, text)
  }
  return query
}

function addressOf(path: string, parameters: Parameters): string {
  const query = queryOf(parameters)
  return query.size > 0 ? `${root}/${path}?${query}` : `${root}/${path}`
}

async function send(address: string, init: RequestInit, account?: string): Promise<Response> {
  const headers = new Headers(init.headers)
  if (account !== undefined) headers.set('x-adtally-account', account)
  const answer = await fetch(address, { ...init, headers }).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause
    throw unreachable(cause)
  })
  if (answer.ok) return answer
  throw failureOf(answer.status, await answer.json().catch(() => ({})))
}

const unreachable = (cause?: unknown): ApiError =>
  new ApiError(
    'unreachable',
    'The server does not answer. Check that it is running and that you are online.',
    { cause },
  )

/** The error of an answer that is none. @param problem its body, as far as it could be read */
function failureOf(
  status: number,
  { code, detail }: { readonly code?: string; readonly detail?: string },
): ApiError {
  if (code === 'signed_out') session.dispatchEvent(new Event('signed-out'))
  if (code === 'other_account') session.dispatchEvent(new Event('other-account'))
  return new ApiError(
    code ?? 'internal_error',
    detail ?? `The server answered with status ${status}.`,
  )
}

export interface UploadOptions extends Required<RequestOptions> {
  /** The same for each attempt to import the same files. */
  readonly idempotencyKey: string
  /** @param share of the files that is sent, 0 to 1 */
  readonly onSent: (share: number) => void
}

/**
 * Posts a form with files. `fetch` would not tell how far it is.
 *
 * @throws ApiError; the signal's reason
 */
export function upload<Answer>(path: string, form: FormData, options: UploadOptions) {
  const { account, signal, idempotencyKey, onSent } = options
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${root}/${path}`)
    request.setRequestHeader('x-adtally-account', account)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300) resolve(response as Answer)
      else reject(failureOf(status, response ?? {}))
    }
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })
}
