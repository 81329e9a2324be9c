/** Every way a report can be refused once its request was understood. */
export type ReportErrorCode = 'figure_too_large'

/** A report that cannot be stated. Its message is for the one who asked. */
export class ReportError extends Error {
  readonly code: ReportErrorCode

  constructor(code: ReportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ReportError'
    this.code = code
  }
}
