import { confirmed } from '../../connections/hold.ts'
import { refuse } from '../../connections/refusals.ts'
import { formatDay, parseDay } from '../../values/day.ts'
import { day } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { namedConnection } from './connection-request.ts'
import { toDayView } from './connection-view.ts'
import { findConnection } from './find-connection.ts'

/** Confirms a day that is held: the same report is imported when it is pulled next, which is now. */
export const confirmDay = useCase({
  name: 'confirm-day',
  request: { ...namedConnection, day },
  run: async (services, { username, name, day: text }) => {
    const { store, nowMs } = services.networks
    const { connection } = await findConnection(services, username, name)
    const found = await store.days.get(connection.id, parseDay(text)!)
    if (!found) throw refuse('day_not_pulled', { username, name, day: text })
    if (!found.held) {
      throw refuse('day_not_held', { name, day: formatDay(found.day), state: found.state })
    }
    const due = { ...found, nextAtMs: nowMs(), held: confirmed(found.held) }
    await store.days.put(connection.id, due)
    return toDayView(due, connection.backOff)
  },
  audit: ({ username, name, day: text }) => [
    { action: 'day_confirmed', account: username, facts: { connection: name, day: text } },
  ],
})
