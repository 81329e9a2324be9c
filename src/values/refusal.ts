/**
 * A request that cannot be carried out; nothing was changed. The code and facts say why. The command
 * line and the HTTP interfaces turn them into sentences. Refused imports are stored with both, so a
 * code that needs other facts is another code.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  /** JSON values only, because a refusal travels from a server to the command that called it. */
  readonly facts: object

  constructor(code: string, facts: object, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.facts = facts
  }
}

/**
 * Makes the function with which a core refuses requests.
 *
 * @typeParam Facts the core's codes and the facts that each one states
 */
export function refusalsOf<Facts extends object>() {
  return <Code extends keyof Facts & string>(
    code: Code,
    facts: Facts[Code] & object,
    options?: ErrorOptions,
  ): Refusal => new Refusal(code, facts, options)
}
