/** A parameter that is not accepted. The message states the problem and what is accepted. */
export interface ParameterFault {
  readonly parameter: string
  readonly message: string
}

/** A question that cannot be answered. The message is for the client. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError'
  readonly code:
    | 'bad_parameters'
    | 'forbidden'
    | 'unknown_app'
    | 'cursor_expired'
    | 'unknown_citation'
  /** Every parameter that is not accepted; absent with other codes. */
  readonly faults: readonly ParameterFault[] | undefined

  constructor(code: QuestionError['code'], message: string, faults?: readonly ParameterFault[]) {
    super(message)
    this.code = code
    this.faults = faults
  }
}

/** The most faults that one refusal names. */
export const maxFaults = 30

export function refuseParameters(faults: readonly ParameterFault[]): QuestionError {
  const named = faults.slice(0, maxFaults)
  const message = named.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return new QuestionError('bad_parameters', message, named)
}
