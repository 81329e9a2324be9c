/** A report that cannot be given. The message is for the client. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code = 'figure_too_large'
}

/** The refusal of a report with a total beyond 64 bits. @param cause the engine's error */
export function totalTooLarge(cause: unknown): ReportError {
  return new ReportError(
    'A total of this report is too large to state (9,223,372,036,854,775,807 at most, money in millionths). Ask for fewer days or apps.',
    { cause },
  )
}
