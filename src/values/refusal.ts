/**
 * A request that cannot be carried out; nothing was changed. The code and facts give the reason, and
 * `wording/` turns them into sentences. Failed imports are stored with both, so a code never changes
 * its facts: other facts need a new code.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  /** JSON values only, because a server sends refusals to the command that called it. */
  readonly facts: object

  constructor(code: string, facts: object, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.facts = facts
  }
}

/**
 * Makes a core's `refuse` function.
 *
 * @typeParam Facts the facts of each of the core's codes
 */
export function refusalsOf<Facts extends object>() {
  return <Code extends keyof Facts & string>(
    code: Code,
    facts: Facts[Code] & object,
    options?: ErrorOptions,
  ): Refusal => new Refusal(code, facts, options)
}
