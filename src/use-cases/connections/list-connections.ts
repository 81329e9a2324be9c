import { Type } from 'typebox'
import { parseDay } from '../../values/day.ts'
import { day, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { namedConnection } from './connection-request.ts'
import {
  type ConnectionView,
  type PulledDayView,
  toConnectionView,
  toPulledView,
} from './connection-view.ts'
import { findConnection } from './find-connection.ts'

/** A connection, with its days if they are asked for. */
export interface ListedConnection extends ConnectionView {
  readonly pulled_days?: readonly PulledDayView[]
}

/** The connections of an account, or of all. With a first day, each has its days from then on. */
export const listConnections = useCase({
  name: 'list-connections',
  request: {
    username: Type.Optional(username),
    startDate: Type.Optional(day),
    endDate: Type.Optional(day),
  },
  audit: readsOnly,
  run: async (services, request): Promise<ListedConnection[]> => {
    const { username, startDate, endDate = lastDayEver } = request
    const { accounts, networks } = services
    const account = username === undefined ? null : await accounts.get(username)
    const found = await networks.store.list(account?.id)
    if (startDate === undefined) {
      return Promise.all(found.map((connection) => toConnectionView(connection, services)))
    }
    const span = { firstDay: parseDay(startDate)!, lastDay: parseDay(endDate)! }
    return Promise.all(
      found.map(async (connection) => {
        const days = await networks.store.days.list(connection.id, span)
        return toPulledView(connection, days, services)
      }),
    )
  },
})

/** Days that are shown when none are asked for. */
const shownDays = 31
const lastDayEver = '9999-12-31'

/** A connection and what is known of its days. */
export const showConnection = useCase({
  name: 'show-connection',
  request: { ...namedConnection, startDate: Type.Optional(day), endDate: Type.Optional(day) },
  audit: readsOnly,
  run: async (services, { username, name, startDate, endDate = lastDayEver }) => {
    const { store } = services.networks
    const { connection } = await findConnection(services, username, name)
    const lastDay = parseDay(endDate)!
    const newest = Math.min(lastDay, (await store.days.last(connection.id)) ?? 0)
    const firstDay = startDate === undefined ? newest - shownDays + 1 : parseDay(startDate)!
    const days = await store.days.list(connection.id, { firstDay: firstDay as never, lastDay })
    return toPulledView(connection, days, services)
  },
})
