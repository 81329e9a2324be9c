import { Type } from 'typebox'
import { givenOf } from '../../connections/fields.ts'
import { reportedDays, rulesOf } from '../../connections/pull-rules.ts'
import { refuse } from '../../connections/refusals.ts'
import { addDays, type Day, formatDay, parseDay } from '../../values/day.ts'
import { day, flag } from '../fields.ts'
import { refuse as refuseRequest } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { namedConnection } from './connection-request.ts'
import { toPulledView } from './connection-view.ts'
import { findConnection, openCredentials, refuseWithoutConsent } from './find-connection.ts'
import { untilFree } from './with-lease.ts'

/** Of a network whose documents do not tell how far back it reports. */
const maxBackDays = 3_660

/**
 * Pulls days of a connection now, whether they are due or not, and waits for them. Without days, those
 * that are due, and those that the network may have restated.
 */
export const pullConnection = useCase({
  name: 'pull-connection',
  request: {
    ...namedConnection,
    startDate: Type.Optional(day),
    endDate: Type.Optional(day),
    /** Fetches all days that the network still reports, from the connection's first one. */
    again: flag,
  },
  // Its imports are recorded each.
  audit: readsOnly,
  run: async (services, { username, name, startDate, endDate, again }, { signal, onProgress }) => {
    const { networks, puller } = services
    const { store, nowMs } = networks
    const found = await findConnection(services, username, name)
    const { account, connection, connector } = found
    if (account.disabledAt) throw refuse('connection_account_disabled', { username, name })
    refuseWithoutConsent(username, found)
    openCredentials(username, found, networks.vault)
    if (connection.state !== 'active') {
      throw refuse('connection_stopped', { username, name, state: connection.state })
    }
    const given = givenOf(connector, connection.settings)
    const rules = rulesOf(connector, given, connection.schedule)
    const { firstDay, lastDay } = reportedDays(connector, rules, nowMs())
    const earliest = connector.days.back === null ? addDays(lastDay, 1 - maxBackDays) : firstDay
    const asked = startDate !== undefined || endDate !== undefined || again === true
    const restated = addDays(lastDay, 1 - Math.max(rules.rereadDays, 1))
    // Days before the first are pulled when someone asks for them.
    const recent = Math.max(restated, connection.firstDay) as Day
    const known = Math.max(connection.firstDay, firstDay) as Day
    const unnamed = again ? known : asked ? firstDay : recent
    const span = {
      firstDay: startDate === undefined ? unnamed : parseDay(startDate)!,
      lastDay: endDate === undefined ? lastDay : parseDay(endDate)!,
    }
    if (span.lastDay < span.firstDay) {
      // Its first day is still to come.
      if (startDate === undefined && endDate === undefined)
        return toPulledView(connection, [], services)
      throw refuseRequest('days_reversed', { start: startDate ?? '', end: endDate ?? '' })
    }
    if (span.firstDay < earliest || span.lastDay > lastDay) {
      throw refuse('days_not_reported', {
        name,
        from: formatDay(earliest),
        to: formatDay(lastDay),
      })
    }
    // The days that the schedule adds follow the last day that is known.
    const last = await store.days.last(connection.id)
    const next = last === null ? connection.firstDay : addDays(last, 1)
    await puller.addDays(connection.id, { firstDay: next, lastDay })
    await puller.addDays(connection.id, span)
    await store.days.makeDue(connection.id, span, nowMs())
    const pull = () =>
      puller.pull(connection.id, signal, {
        ...(asked && { span }),
        onProgress: (days) =>
          onProgress({ phase: 'fetching', days, fraction: days.done / days.of }),
      })
    if (!(await pull())) {
      await untilFree(networks, connection.id, signal, (waitMs) =>
        onProgress({ phase: 'waiting', waitMs }),
      )
      if (!(await pull())) throw refuse('connection_busy', { name })
    }
    const days = await store.days.list(connection.id, span)
    const current = (await store.byId(connection.id))!
    return toPulledView(current, days, services)
  },
})
