import { Type } from 'typebox'
import { givenName, oneOf, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { viewOf } from './destination-view.ts'

/** Pauses a destination, turns it on again, or has its copy made anew. */
export const changeDestination = useCase({
  name: 'change-destination',
  request: {
    username,
    name: givenName,
    state: Type.Optional(oneOf(['on', 'paused'] as const)),
    /** Its next turn replaces all that it has of the account. */
    refill: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  run: async (services, { username, name, state, refill }) => {
    const change = {
      ...(state && { state }),
      ...(refill !== undefined && { isRefilled: refill }),
    }
    return viewOf(services, await services.destinations.change(username, name, change))
  },
  audit: ({ username, name, ...changed }) => [
    { action: 'destination_changed', account: username, facts: { destination: name, ...changed } },
  ],
})
