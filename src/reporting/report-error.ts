import { formatInstant } from '../values/instant.ts'

/** A report that cannot be given. The message is for the client. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code: 'figure_too_large' | 'answer_too_large' | 'history_compacted'

  constructor(code: ReportError['code'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
  }
}

/** The refusal of figures of a time before the horizon. @param sinceMs when the stored history begins */
export function historyCompacted(sinceMs: number): ReportError {
  const since = formatInstant(sinceMs)
  return new ReportError(
    'history_compacted',
    `Figures as of a time before ${since} are no longer stored: the history before then was compacted. Ask as of ${since} or later.`,
  )
}

/** The refusal of a report with a total beyond 64 bits. @param cause the engine's error */
export function totalTooLarge(cause: unknown): ReportError {
  return new ReportError(
    'figure_too_large',
    'A total of this report is too large to state (9,223,372,036,854,775,807 at most, money in millionths). Ask for fewer days or apps.',
    { cause },
  )
}

/** The refusal of a report that needs more than its engine may use. @param cause the engine's error */
export function answerTooLarge(cause: unknown): ReportError {
  return new ReportError(
    'answer_too_large',
    'This answer needs more memory and disk than the server may use for it. Ask for fewer days, apps or dimensions.',
    { cause },
  )
}
