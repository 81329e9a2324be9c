/** Everything an answer that is not a success can be about: its stable code, status and title. */
export const problems = {
  bad_parameters: { status: 400, title: 'Some parameters are not accepted' },
  bad_request: { status: 400, title: 'The request cannot be read' },
  request_timeout: { status: 408, title: 'The request did not come to its end in time' },
  head_too_large: { status: 431, title: 'The address or the headers are too long' },
  figure_too_large: { status: 400, title: 'A figure is too large to state' },
  unauthorized: { status: 401, title: 'The credentials are not accepted' },
  signed_out: { status: 401, title: 'Nobody is signed in' },
  wrong_password: { status: 401, title: 'The sign-in is not accepted' },
  cross_site: { status: 403, title: 'The request comes from another site' },
  unknown_app: { status: 404, title: 'There is no such app' },
  unknown_game: { status: 404, title: 'There is no such game' },
  unknown_user: { status: 404, title: 'There is no such user' },
  unknown_activity: { status: 404, title: 'There is no such activity' },
  user_closed: { status: 410, title: 'The user has closed the account' },
  rate_limited: { status: 429, title: 'Too many requests' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'The method is not allowed' },
  internal_error: { status: 500, title: 'The server failed' },
  store_unavailable: { status: 503, title: 'A store does not answer' },
  overloaded: { status: 503, title: 'The server has too much to do' },
  shutting_down: { status: 503, title: 'The server is stopping' },
  not_ready: { status: 503, title: 'The server is not ready' },
} as const

export type ProblemCode = keyof typeof problems

/** One parameter that is not accepted: what is wrong, and what would be accepted. */
export interface ParameterError {
  readonly parameter: string
  readonly message: string
}

/** A refusal that the client is told of. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  readonly errors: readonly ParameterError[] | undefined

  /** @param detail a sentence for the client; never holds a key */
  constructor(
    code: ProblemCode,
    detail: string,
    extra: {
      readonly headers?: Readonly<Record<string, string>>
      readonly errors?: readonly ParameterError[]
      readonly cause?: unknown
    } = {},
  ) {
    super(detail, { cause: extra.cause })
    this.code = code
    this.headers = extra.headers ?? {}
    this.errors = extra.errors
  }
}

/** The problem of a request whose parameters break rules; names every one of them. */
export function badParameters(errors: readonly ParameterError[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return new Problem('bad_parameters', detail, { errors })
}

/** The body of RFC 9457; `message` repeats `detail` for clients that read a top-level message. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  const { status, title } = problems[problem.code]
  return {
    type: `urn:adtally:problem:${problem.code}`,
    title,
    status,
    detail: problem.message,
    message: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors && { errors: problem.errors }),
  }
}
