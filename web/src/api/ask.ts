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

/** Tells with `signed-out` that the server knows nobody by this browser's session, or no longer. */
export const session = new EventTarget()

/** Parameters; those without a value are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** Asks the server. @throws AskError */
export async function ask<Answer>(
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

/** Has the server do something. @throws AskError */
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
    throw new AskError('unreachable', 'The server cannot be reached. Is it running?', { cause })
  })
  if (answer.ok) return answer
  const problem = await answer.json().catch(() => ({}))
  if (problem.code === 'signed_out') session.dispatchEvent(new Event('signed-out'))
  throw new AskError(
    problem.code ?? 'internal_error',
    problem.detail ?? `The server answered ${answer.status} without a reason.`,
  )
}
