import { destinationOwner, givenName } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { worstOf } from './destination-view.ts'

/** One destination, without its password; of all accounts, the copy that fails or is the furthest behind. */
export const showDestination = useCase({
  name: 'show-destination',
  request: { username: destinationOwner, name: givenName },
  audit: readsOnly,
  run: async (services, { username, name }) =>
    worstOf(services, await services.destinations.named(username, name)),
})
