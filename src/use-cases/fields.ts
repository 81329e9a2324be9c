import { Type } from 'typebox'
import Format from 'typebox/format'
import { longestPassword, shortestPassword } from '../publishers/passwords.ts'
import { inputFormats } from '../sources/readers/input-file.ts'
import { isCurrency } from '../values/currency.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import { identifierAccepts, identifierPattern } from '../values/identifier.ts'
import { instantAccepts, parseInstant } from '../values/instant.ts'
import { platforms } from '../values/platform.ts'

Format.Set('day', (text) => parseDay(text) !== null)
Format.Set('currency', isCurrency)
Format.Set('moment', (text) => parseDay(text) !== null || parseInstant(text) !== null)

/** PostgreSQL stores no NUL. */
const withoutNul = '^[^\\u0000]*$'
/** Ids of ledger entries have 32 bits. */
export const largestEntryId = 2 ** 32 - 1

/** Text of 1 to `maxLength` characters. */
export const text = (maxLength: number, meaning: string) =>
  Type.String({
    ...{ minLength: 1, maxLength, pattern: withoutNul },
    description: `${meaning}, 1 to ${maxLength} characters`,
  })

export const wholeNumber = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` })

/** False when absent. */
export const flag = Type.Optional(Type.Boolean({ description: 'true or false' }))

/** The username of an existing account. */
export const username = text(64, 'the username of an account')

export const newUsername = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  description:
    '1 to 64 letters, digits, dots, hyphens and underscores, starting with a letter or digit',
})

export const currency = Type.String({
  maxLength: 3,
  format: 'currency',
  description: 'an ISO 4217 code such as USD',
})

export const apiKey = Type.String({
  maxLength: 256,
  pattern: '^[\\x21-\\x7e]+$',
  writeOnly: true,
  description: '1 to 256 visible ASCII characters',
})

export const password = Type.String({
  minLength: shortestPassword,
  maxLength: longestPassword,
  writeOnly: true,
  description: `${shortestPassword} to ${longestPassword} characters`,
})

export const appId = text(128, 'the app_id of an app')

export const appName = text(500, 'the name of an app')

export const platform = oneOf(platforms)

/** Tells what would be done, and does nothing. */
export const dryRun = flag

export const networkAppId = text(1_000, "the network's id of the app")

export const identifier = Type.String({
  maxLength: 64,
  pattern: `^${identifierPattern}$`,
  description: identifierAccepts,
})

export const day = Type.String({
  maxLength: 10,
  format: 'day',
  description: dayAccepts,
})

/** A day, for its first instant in UTC, or an instant. */
export const moment = Type.String({
  maxLength: 32,
  format: 'moment',
  description: `a day as YYYY-MM-DD, or ${instantAccepts}`,
})

export const inputFormat = Type.Optional(oneOf(inputFormats))

/** The id of a ledger entry. */
export const entryId = wholeNumber(1, largestEntryId)

export function oneOf<Value extends string>(values: readonly Value[]) {
  return Type.Enum<Value[]>([...values], { description: `one of ${values.join(', ')}` })
}
