import { Type } from 'typebox'
import { checkFields, givenOf } from '../../connections/fields.ts'
import { reportedDays, rulesOf } from '../../connections/pull-rules.ts'
import { type PullRules, replannedMs } from '../../connections/schedule.ts'
import type { Booking } from '../../values/booking.ts'
import type { Day } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { sealAll, splitValues } from './add-connection.ts'
import {
  checkBooking,
  checkDepth,
  namedConnection,
  pullFields,
  values,
} from './connection-request.ts'
import { toConnectionView } from './connection-view.ts'
import { type FoundConnection, findConnection } from './find-connection.ts'
import { checkSweep, type GivenSchedule, mergeSchedule } from './given-schedule.ts'

/** Gives a connection other credentials or settings. Credentials make one active that was refused. */
export const changeConnection = useCase({
  name: 'change-connection',
  request: {
    ...namedConnection,
    /** Fields that are absent stay as they are. */
    values: Type.Optional(values),
    ...pullFields,
  },
  run: async (services, { username, name, ...changes }) => {
    const found = await findConnection(services, username, name)
    await giveValues(services, found, changes)
    return toConnectionView((await services.networks.store.byId(found.connection.id))!, services)
  },
  audit: ({ username, name, values: given = {}, ...settings }) => [
    {
      action: 'connection_changed',
      account: username,
      facts: { connection: name, fields: [...Object.keys(given), ...Object.keys(settings)] },
    },
  ],
})

interface GivenChanges extends GivenSchedule {
  readonly values?: Readonly<Record<string, string>>
  readonly booking?: Booking
  readonly depth?: boolean
}

/**
 * Stores other values of a connection's fields, and other settings.
 *
 * @throws Refusal `connection_field_refused`, `no_mediation`, `no_depth`, `sweep_without_effect`
 */
export async function giveValues(
  { networks }: Pick<Services, 'networks'>,
  { connection, connector }: FoundConnection,
  { values: given = {}, booking, depth, ...schedule }: GivenChanges,
): Promise<void> {
  const { store, vault, nowMs } = networks
  checkBooking(connector, booking)
  checkDepth(connector, depth)
  const { id, state } = connection
  const hasValues = Object.keys(given).length > 0
  checkFields(connector, given, () => true)
  const { settings, secrets } = splitValues(connector, given)
  const own = mergeSchedule(connection.schedule, schedule)
  const allSettings = { ...connection.settings, ...settings }
  const rules = rulesOf(
    connector,
    givenOf(connector, allSettings),
    own,
    depth ?? connection.hasDepth,
  )
  checkSweep(rules, own, connection.schedule)
  const { refreshToken } = connector.consent ?? {}
  const isComplete =
    refreshToken === undefined || refreshToken in { ...connection.secrets, ...secrets }
  await store.change(id, {
    settings: allSettings,
    secrets: sealAll(id, secrets, vault),
    schedule: own,
    ...(booking && { booking }),
    ...(depth !== undefined && { hasDepth: depth }),
    ...(hasValues && { backOff: null }),
    ...(hasValues && state === 'refused' && isComplete && { state: 'active', problem: null }),
  })
  await replan(networks, id, rules)
  if (booking && booking !== connection.booking) {
    // All days that the network still reports are booked again.
    const lastDay = (await store.days.last(id)) ?? (0 as Day)
    await store.days.makeDue(id, { firstDay: 0 as Day, lastDay }, nowMs())
  }
  if (depth && !connection.hasDepth) {
    const { firstDay, lastDay } = reportedDays(connector, rules, nowMs())
    await store.days.makeDepthDue(id, { firstDay, lastDay }, nowMs())
  }
  if (!hasValues) return
  await store.putLogin(id, null)
  // Days that failed with the old credentials need not wait.
  await store.days.retryFailed(id, nowMs())
}

/** Schedules the days of a connection by its current rules. */
async function replan(
  { store, nowMs }: Services['networks'],
  id: number,
  rules: PullRules,
): Promise<void> {
  const lastDay = await store.days.last(id)
  if (lastDay === null) return
  const days = await store.days.list(id, { firstDay: 0 as Day, lastDay })
  const planned = days.map((pulled) => ({
    day: pulled.day,
    before: pulled.nextAtMs,
    nextAtMs: replannedMs(pulled, nowMs(), rules),
  }))
  await store.days.plan(
    id,
    planned.filter(({ before, nextAtMs }) => nextAtMs !== before),
  )
}
