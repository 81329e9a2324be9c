import { type TSchema, Type } from 'typebox'
import Format from 'typebox/format'
import { appNameAccepts } from '../publishers/app-columns.ts'
import { longestPassword, shortestPassword } from '../publishers/passwords.ts'
import { roles } from '../publishers/user.ts'
import {
  type RelativeDays,
  readRelativeDays,
  relativeDaysAccept,
} from '../reporting/question/relative-days.ts'
import { maxNetworkAppIdLength, networkAppIdAccepts } from '../sources/network-app.ts'
import { inputFormats } from '../sources/readers/input-file.ts'
import { isCountry } from '../values/country.ts'
import { isCurrency } from '../values/currency.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import { identifierAccepts, identifierPattern } from '../values/identifier.ts'
import { instantAccepts, parseInstant } from '../values/instant.ts'
import { isPlainText } from '../values/plain-text.ts'
import { platforms } from '../values/platform.ts'
import { usernameAccepts, usernamePattern } from '../values/username.ts'

Format.Set('day', (text) => parseDay(text) !== null)
Format.Set('relative-days', (text) => readRelativeDays(text) !== null)
Format.Set('currency', isCurrency)
Format.Set('moment', (text) => parseDay(text) !== null || parseInstant(text) !== null)
Format.Set('name', (text) => printable.test(text))
Format.Set('country', isCountry)
Format.Set('plain', isPlainText)

/** No invisible characters, and no blanks at either end: two names that look alike are the same. */
const printable = /^(?! )[\p{L}\p{M}\p{N}\p{P}\p{S} ]+(?<! )$/u

/** PostgreSQL stores no NUL. */
const withoutNul = '^[^\\u0000]*$'
/** Ids of ledger entries have 32 bits. */
export const largestEntryId = 2 ** 32 - 1

/** Text of 1 to `maxLength` characters. */
export const text = (maxLength: number, meaning: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: withoutNul,
    description: `${meaning}, 1 to ${maxLength} characters`,
  })

/** The name of a key or a link, as people see it. */
export const givenName = Type.String({
  minLength: 1,
  maxLength: 64,
  format: 'name',
  description: 'a name of 1 to 64 visible characters',
})

/** One to `maxItems` different values. */
export const listOf = <Item extends TSchema>(item: Item, maxItems: number) =>
  Type.Array(item, {
    minItems: 1,
    maxItems,
    uniqueItems: true,
    description: `1 to ${maxItems} different values`,
  })

export const wholeNumber = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` })

/** Days by a name, such as `last_28`. */
export const relativeDays = Type.Unsafe<RelativeDays>(
  Type.String({ format: 'relative-days', maxLength: 20, description: relativeDaysAccept }),
)

/** False when absent. */
export const flag = Type.Optional(Type.Boolean({ description: 'true or false' }))

/** The username of an existing account. */
export const username = text(64, 'the username of an account')

/** The owner of destinations. */
export const destinationOwner = text(64, 'the username of an account, or @all for all accounts')

/** The login of a user: an e-mail address, or the name of an account. */
export const login = text(254, 'an e-mail address or a username')

/** The address of the first user. Letters that look alike are refused. */
export const ownAddress = Type.String({
  maxLength: 254,
  pattern: '^[!-?A-~]+@[!-?A-~]+$',
  description: 'an e-mail address in ASCII letters',
})

/** Whom an invitation is for. */
export const invitedLogin = Type.String({
  maxLength: 254,
  pattern: '^([^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+|[A-Za-z0-9][A-Za-z0-9._-]*)$',
  description: 'an e-mail address, or the username of a user',
})

export const role = oneOf(roles)

export const newUsername = Type.String({
  maxLength: 64,
  pattern: `^${usernamePattern}$`,
  description: usernameAccepts,
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

export const passwordAccepts = `${shortestPassword} to ${longestPassword} characters`

export const password = Type.String({
  minLength: shortestPassword,
  maxLength: longestPassword,
  writeOnly: true,
  description: passwordAccepts,
})

export const appId = text(128, 'the app_id of an app')

export const appName = Type.String({
  minLength: 1,
  maxLength: 500,
  format: 'plain',
  description: `the name of an app, ${appNameAccepts}`,
})

export const platform = oneOf(platforms)

/** Tells what would be done, and does nothing. */
export const dryRun = flag

/** A CSV of daily rates. */
export const rateText = Type.Object(
  {
    name: text(4_096, 'the name of the rate file'),
    text: Type.String({
      maxLength: 10_000_000,
      description: 'a CSV of day,currency,rate, at most 10000000 characters',
    }),
  },
  { additionalProperties: false, description: 'the name and the text of a rate file' },
)

/** Earlier versions accepted longer ids, which can still be unlinked. */
export const networkAppId = text(1_000, "the network's id of the app")

/** A network's id of an app in a new link. */
export const linkedNetworkAppId = Type.String({
  minLength: 1,
  maxLength: maxNetworkAppIdLength,
  format: 'plain',
  description: `the network's id of the app, ${networkAppIdAccepts}`,
})

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

/** @param text a valid {@link moment} @returns milliseconds since 1970 */
export const momentMs = (text: string): number =>
  parseInstant(parseDay(text) === null ? text : `${text}T00:00:00Z`)!

export const country = Type.String({
  maxLength: 2,
  format: 'country',
  description: 'an ISO 3166-1 alpha-2 country code, XK or ZZ',
})

export const inputFormat = Type.Optional(oneOf(inputFormats))

/** The id of a ledger entry. */
export const entryId = wholeNumber(1, largestEntryId)

/** The id of a saved view or a note. */
export const recordId = wholeNumber(1, Number.MAX_SAFE_INTEGER)

export function oneOf<Value extends string>(values: readonly Value[]) {
  return Type.Enum<Value[]>([...values], { description: `one of ${values.join(', ')}` })
}
