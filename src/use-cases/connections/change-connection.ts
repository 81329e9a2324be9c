import { Type } from 'typebox'
import type { Booking } from '../../connections/connection.ts'
import { checkFields } from '../../connections/fields.ts'
import type { Day } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { sealAll, splitValues } from './add-connection.ts'
import { namedConnection, pullFields, values } from './connection-request.ts'
import { toConnectionView } from './connection-view.ts'
import { type FoundConnection, findConnection } from './find-connection.ts'

/** Gives a connection other credentials or settings. One that was refused becomes active. */
export const changeConnection = useCase({
  name: 'change-connection',
  request: {
    ...namedConnection,
    /** Fields that are absent stay as they are. */
    values: Type.Optional(values),
    booking: pullFields.booking,
    rereadDays: pullFields.rereadDays,
  },
  run: async (services, { username, name, ...changes }) => {
    const found = await findConnection(services, username, name)
    await giveValues(services, found, changes)
    return toConnectionView((await services.networks.store.byId(found.connection.id))!, services)
  },
  audit: ({ username, name, values: given = {} }) => [
    {
      action: 'connection_changed',
      account: username,
      facts: { connection: name, fields: Object.keys(given) },
    },
  ],
})

interface GivenChanges {
  readonly values?: Readonly<Record<string, string>>
  readonly booking?: Booking
  readonly rereadDays?: number
}

/** Stores other values of a connection's fields. @throws Refusal `connection_field_refused` */
export async function giveValues(
  { networks }: Pick<Services, 'networks'>,
  { connection, connector }: FoundConnection,
  { values: given = {}, booking, rereadDays }: GivenChanges,
): Promise<void> {
  const { store, vault, nowMs } = networks
  const { id, state } = connection
  checkFields(connector, given, () => true)
  const { settings, secrets } = splitValues(connector, given)
  const { refreshToken } = connector.consent ?? {}
  const isComplete =
    refreshToken === undefined || refreshToken in { ...connection.secrets, ...secrets }
  await store.change(id, {
    settings: { ...connection.settings, ...settings },
    secrets: sealAll(id, secrets, vault),
    ...(booking && { booking }),
    ...(rereadDays !== undefined && { rereadDays }),
    ...(state === 'refused' && isComplete && { state: 'active', problem: null }),
  })
  if (booking && booking !== connection.booking) {
    // All days that the network still reports are booked again.
    const lastDay = (await store.days.last(id)) ?? (0 as Day)
    await store.days.makeDue(id, { firstDay: 0 as Day, lastDay }, nowMs())
  }
  if (Object.keys(given).length === 0) return
  await store.putLogin(id, null)
  // Days that failed with the old credentials need not wait.
  await store.days.retryFailed(id, nowMs())
}
