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
  { account, signal }: RequestOptions = {},
): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const text = [value ?? []].flat().join(',')
    if (text !== '') query.set(name, text)
  }
  const address = query.size > 0 ? `${root}/${path}?${query}` : `${root}/${path}`
  return send<Answer>(address, { ...(signal && { signal }) }, account)
}

/** Sends a POST request. @throws ApiError */
export async function post<Answer>(
  path: string,
  body: unknown = {},
  { account }: RequestOptions = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return send<Answer>(`${root}/${path}`, init, account)
}

async function send<Answer>(address: string, init: RequestInit, account?: string): Promise<Answer> {
  const headers = new Headers(init.headers)
  if (account !== undefined) headers.set('x-adtally-account', account)
  const answer = await fetch(address, { ...init, headers }).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause
    throw new ApiError(
      'unreachable',
      'The server does not answer. Check that it is running and that you are online.',
      { cause },
    )
  })
  if (answer.status === 204) return undefined as Answer
  if (answer.ok) return answer.json()
  const problem = await answer.json().catch(() => ({}))
  if (problem.code === 'signed_out') session.dispatchEvent(new Event('signed-out'))
  if (problem.code === 'other_account') session.dispatchEvent(new Event('other-account'))
  throw new ApiError(
    problem.code ?? 'internal_error',
    problem.detail ?? `The server answered with status ${answer.status}.`,
  )
}
