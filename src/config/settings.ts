/** An invalid setting. The message names the setting, and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  /** More lines. */
  readonly details: readonly string[]

  constructor(message: string, options: ErrorOptions & { details?: readonly string[] } = {}) {
    super(message, options)
    this.details = options.details ?? []
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Whether failures of commands are printed with their stack. */
export function isDebugging(env: Environment): boolean {
  return env.ADTALLY_LOG_LEVEL === 'debug'
}

/** @throws ConfigError naming the argument when the text is not a whole number in range */
export function readWholeNumber(
  name: string,
  text: string,
  minimum: number,
  maximum: number,
): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
  throw new ConfigError(`${name}: "${text}" is not a whole number from ${minimum} to ${maximum}`)
}
