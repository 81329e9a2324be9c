/** Why a valid request has no report. */
export type ReportErrorCode = 'figure_too_large'

/** A report that cannot be given. The message is for the client. */
export class ReportError extends Error {
  readonly code: ReportErrorCode

  constructor(code: ReportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ReportError'
    this.code = code
  }
}
