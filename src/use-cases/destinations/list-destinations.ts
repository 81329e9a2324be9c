import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { lastEntryOf, toDestinationView } from './destination-view.ts'

/** The destinations of an account by name, without their passwords. */
export const listDestinations = useCase({
  name: 'list-destinations',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }) => {
    const { id } = await services.accounts.get(username)
    const found = await services.destinations.list(username)
    const last = await lastEntryOf(services, id)
    const nowMs = services.now().getTime()
    return found.map((destination) => toDestinationView(destination, last, nowMs))
  },
})
