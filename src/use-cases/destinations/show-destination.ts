import { givenName, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { viewOf } from './destination-view.ts'

/** One destination, without its password. */
export const showDestination = useCase({
  name: 'show-destination',
  request: { username, name: givenName },
  audit: readsOnly,
  run: async (services, { username, name }) =>
    viewOf(services, await services.destinations.get(username, name)),
})
