import { destinationOwner } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { viewsOf } from './destination-view.ts'

/** The destinations of an account, or those that the operator has of all, by name and without their passwords. */
export const listDestinations = useCase({
  name: 'list-destinations',
  request: { username: destinationOwner },
  audit: readsOnly,
  run: async (services, { username }) =>
    viewsOf(services, await services.destinations.list(username)),
})
