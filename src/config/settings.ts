import ipaddr from 'ipaddr.js'

/** An invalid setting. The message names the setting, and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Whether failures of commands are printed with their stack. */
export function isDebugging(env: Environment): boolean {
  return env.ADTALLY_LOG_LEVEL === 'debug'
}

/** How a setting is given: its flag and its variable. */
export const nameOf = (setting: string) =>
  `--${setting} (or ADTALLY_${setting.toUpperCase().replaceAll('-', '_')})`

export function integer(
  setting: string,
  text: string | undefined,
  byDefault: number,
  minimum: number,
  maximum: number,
): number {
  return text ? wholeNumber(nameOf(setting), text, minimum, maximum) : byDefault
}

/** @throws ConfigError naming the setting or argument when the text is not a whole number in range */
export function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
  throw new ConfigError(`${name}: "${text}" is not a whole number from ${minimum} to ${maximum}`)
}

/** A whole number that only a variable of the environment sets. */
export function variable(
  env: Environment,
  name: string,
  byDefault: number,
  least: number,
  most: number,
): number {
  const text = env[name]
  if (!text) return byDefault
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(`${name}: "${text}" is not a whole number from ${least} to ${most}`)
}

export function address(setting: string, text: string | undefined): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return text.replace(/\/+$/, '')
  }
  throw new ConfigError(`${nameOf(setting)}: "${text}" is not an http or https URL`)
}

/** IP addresses and networks: `10.0.0.7,192.168.0.0/16`. */
export function networks(setting: string, text: string | undefined): string[] {
  const given = (text ?? '').split(',').map((part) => part.trim())
  const listed = given.filter((part) => part !== '')
  const bad = listed.find((part) => !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part))
  if (bad === undefined) return listed
  throw new ConfigError(
    `${nameOf(setting)}: "${bad}" is not an IP address or a network such as 10.0.0.0/8`,
  )
}

export function oneOf(
  setting: string,
  text: string | undefined,
  values: string[],
  byDefault: string,
) {
  if (!text) return byDefault
  if (values.includes(text)) return text
  throw new ConfigError(`${nameOf(setting)}: "${text}" is not one of ${values.join(', ')}`)
}
