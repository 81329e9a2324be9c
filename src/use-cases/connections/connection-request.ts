import { Type } from 'typebox'
import { bookings } from '../../connections/connection.ts'
import { maxFieldCharacters } from '../../connections/fields.ts'
import { day, givenName, oneOf, username, wholeNumber } from '../fields.ts'

/** Names a connection of an account. */
export const namedConnection = { username, name: givenName }

/** Values of a connector's fields. Secrets and settings are the same here, so none is shown. */
export const values = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,63}$' }),
  Type.String({ minLength: 1, maxLength: maxFieldCharacters }),
  {
    maxProperties: 32,
    additionalProperties: false,
    writeOnly: true,
    description: `the values of the connector's fields, 1 to ${maxFieldCharacters} characters each`,
  },
)

/** How a connection is pulled. */
export const pullFields = {
  /** The first day; as far back as the network reports when absent. */
  since: Type.Optional(day),
  booking: Type.Optional(oneOf(bookings)),
  /** Days that are asked again every day; the connector's when absent. */
  rereadDays: Type.Optional(wholeNumber(0, 90)),
}
