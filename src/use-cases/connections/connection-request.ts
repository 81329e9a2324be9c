import { Type } from 'typebox'
import { maxFieldCharacters } from '../../connections/fields.ts'
import { refuse as refuseConnection } from '../../connections/refusals.ts'
import type { Connector } from '../../sources/connector.ts'
import { refuse } from '../../staging/refusals.ts'
import { type Booking, bookings } from '../../values/booking.ts'
import { givenName, oneOf, username } from '../fields.ts'
import { scheduleFields } from './given-schedule.ts'

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
  booking: Type.Optional(oneOf(bookings)),
  /** Whether what the network tells beyond ad figures is pulled too; as before, or true when absent. */
  depth: Type.Optional(Type.Boolean({ description: 'true or false' })),
  ...scheduleFields,
}

/** @throws Refusal `no_mediation` when a network's own report is to be added to those of mediations */
export function checkBooking({ name, kind }: Connector, booking: Booking | undefined): void {
  if (booking === 'add' && kind === 'network') throw refuse('no_mediation', { source: name })
}

/** @throws Refusal `no_depth` when a network tells nothing beyond ad figures */
export function checkDepth({ name, depth }: Connector, wanted: boolean | undefined): void {
  if (wanted === true && depth === undefined)
    throw refuseConnection('no_depth', { connector: name })
}
