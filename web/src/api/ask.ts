/** The server refused, or could not be reached. The message is for the one who asked. */
export class AskError extends Error {
  override readonly name = 'AskError'
  /** A stable code of the server's; `unreachable` when it did not answer. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const root = '/dashboard/api'

/**
 * Tells with `signed-out` that the server knows nobody by this browser's session, or no longer, and
 * with `other-account` that the session is of another account than the page shows.
 */
export const session = new EventTarget()

/** Parameters; those without a value are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** Who asks. */
export interface Asker {
  /** The account that the page shows; absent for questions about the session itself. */
  readonly account?: string
  readonly signal?: AbortSignal
}

/** Asks the server. @throws AskError; `other_account` when another account is signed in */
export async function ask<Answer>(
  path: string,
  parameters: Parameters = {},
  { account, signal }: Asker = {},
): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const text = [value ?? []].flat().join(',')
    if (text !== '') query.set(name, text)
  }
  const address = query.size > 0 ? `${root}/${path}?${query}` : `${root}/${path}`
  return send<Answer>(address, { ...(signal && { signal }) }, account)
}

/** Has the server do something. @throws AskError; `other_account` when another account is signed in */
export async function post<Answer>(
  path: string,
  body: unknown = {},
  { account }: Asker = {},
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
    throw new AskError('unreachable', 'The server cannot be reached. Is it running?', { cause })
  })
  if (answer.status === 204) return undefined as Answer
  if (answer.ok) return answer.json()
  const problem = await answer.json().catch(() => ({}))
  if (problem.code === 'signed_out') session.dispatchEvent(new Event('signed-out'))
  if (problem.code === 'other_account') session.dispatchEvent(new Event('other-account'))
  throw new AskError(
    problem.code ?? 'internal_error',
    problem.detail ?? `The server answered ${answer.status} without a reason.`,
  )
}
