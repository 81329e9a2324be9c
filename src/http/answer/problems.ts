/** Every kind of error answer: its stable code, HTTP status and title. */
export const problems = {
  bad_parameters: { status: 400, title: 'Invalid parameters' },
  bad_request: { status: 400, title: 'Malformed request' },
  request_timeout: { status: 408, title: 'The request took too long' },
  head_too_large: { status: 431, title: 'The URL or the headers are too long' },
  figure_too_large: { status: 400, title: 'A figure is too large' },
  answer_too_large: { status: 400, title: 'The answer is too large' },
  unauthorized: { status: 401, title: 'Invalid credentials' },
  signed_out: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Not allowed' },
  wrong_password: { status: 401, title: 'Wrong username or password' },
  second_factor_needed: { status: 401, title: 'A code of the second factor is needed' },
  wrong_code: { status: 401, title: 'Wrong code' },
  provider_unavailable: { status: 503, title: 'The sign-in provider does not answer' },
  invitation_over: { status: 410, title: 'The invitation is over' },
  sign_in_to_accept: { status: 401, title: 'Sign in to accept the invitation' },
  unknown_account: { status: 404, title: 'Account not found' },
  unknown_session: { status: 404, title: 'Session not found' },
  other_account: { status: 409, title: 'Signed in to another account' },
  cross_site: { status: 403, title: 'The request comes from another site' },
  unknown_app: { status: 404, title: 'App not found' },
  unknown_game: { status: 404, title: 'Game not found' },
  unknown_user: { status: 404, title: 'User not found' },
  unknown_activity: { status: 404, title: 'Activity not found' },
  cursor_expired: { status: 410, title: 'The cursor is from before a restore or a compaction' },
  history_compacted: { status: 410, title: 'The history of that time was compacted' },
  unknown_citation: { status: 404, title: 'Citation not found' },
  unknown_report: { status: 404, title: 'Report not found' },
  user_closed: { status: 410, title: 'The user has closed their account' },
  rate_limited: { status: 429, title: 'Too many requests' },
  not_found: { status: 404, title: 'Not found' },
  not_acceptable: { status: 406, title: 'No acceptable format' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  unknown_import: { status: 404, title: 'Import not found' },
  unknown_statement: { status: 404, title: 'Statement not found' },
  unknown_line: { status: 404, title: 'Statement line not found' },
  month_not_closed: { status: 404, title: 'The month is not closed' },
  import_under_way: { status: 409, title: 'The import is not finished' },
  upload_too_large: { status: 413, title: 'The upload is too large' },
  range_not_satisfiable: { status: 416, title: 'The file has no such bytes' },
  refused: { status: 422, title: 'The request was refused' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used before' },
  import_unavailable: { status: 503, title: 'Imports are not possible now' },
  internal_error: { status: 500, title: 'Internal error' },
  store_unavailable: { status: 503, title: 'A database is unavailable' },
  overloaded: { status: 503, title: 'The server is overloaded' },
  shutting_down: { status: 503, title: 'The server is stopping' },
  not_ready: { status: 503, title: 'The server is not ready' },
} as const

export type ProblemCode = keyof typeof problems

/** An invalid parameter. The message states the problem and what is accepted. */
export interface ParameterError {
  readonly parameter: string
  readonly message: string
}

/** An error that is sent to the client as a problem body. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  readonly errors: readonly ParameterError[] | undefined
  /** More members of the body. */
  readonly members: object

  /** @param detail a sentence for the client; never contains an API key */
  constructor(
    code: ProblemCode,
    detail: string,
    extra: {
      readonly headers?: Readonly<Record<string, string>>
      readonly errors?: readonly ParameterError[]
      readonly members?: object
      readonly cause?: unknown
    } = {},
  ) {
    super(detail, { cause: extra.cause })
    this.code = code
    this.headers = extra.headers ?? {}
    this.errors = extra.errors
    this.members = extra.members ?? {}
  }
}

/** A problem that lists every invalid parameter. */
export function badParameters(errors: readonly ParameterError[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return new Problem('bad_parameters', detail, { errors })
}

/**
 * The body of RFC 9457. Its `type` is a path of this server, because answers to unreadable requests do not know the
 * server's address. `message` repeats `detail` for clients that read a top-level message.
 */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  const { status, title } = problems[problem.code]
  return {
    type: `/docs/problems/${problem.code}`,
    title,
    status,
    detail: problem.message,
    message: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors && { errors: problem.errors }),
    ...problem.members,
  }
}
