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

/** Dispatches `signed-out` when there is no session, or it has ended. */
export const session = new EventTarget()

/** Query parameters. Those without a value are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** Sends a GET request. @throws ApiError */
export async function get<Answer>(
  path: string,
  parameters: Parameters = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const text = [value ?? []].flat().join(',')
    if (text !== '') query.set(name, text)
  }
  const address = query.size > 0 ? `${root}/${path}?${query}` : `${root}/${path}`
  return (await send(address, { ...(signal && { signal }) })).json()
}

/** Sends a POST request. @throws ApiError */
export async function post<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  const answer = await send(`${root}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}

async function send(address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause
    throw new ApiError(
      'unreachable',
      'The server does not answer. Check that it is running and that you are online.',
      { cause },
    )
  })
  if (answer.ok) return answer
  const problem = await answer.json().catch(() => ({}))
  if (problem.code === 'signed_out') session.dispatchEvent(new Event('signed-out'))
  throw new ApiError(
    problem.code ?? 'internal_error',
    problem.detail ?? `The server answered with status ${answer.status}.`,
  )
}
