import { Type } from 'typebox'
import { allAccounts } from '../../warehouse/destination.ts'
import { destinationOwner, givenName, oneOf } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { worstOf } from './destination-view.ts'

/** Pauses a destination, turns it on again, or has its copy made anew. */
export const changeDestination = useCase({
  name: 'change-destination',
  request: {
    username: destinationOwner,
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
    return worstOf(services, await services.destinations.change(username, name, change))
  },
  audit: ({ username, name, ...changed }) => [
    {
      action: 'destination_changed',
      account: username === allAccounts ? null : username,
      facts: { destination: name, ...changed },
    },
  ],
})
