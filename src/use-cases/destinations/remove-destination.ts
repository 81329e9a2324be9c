import { allAccounts } from '../../warehouse/destination.ts'
import { destinationOwner, givenName } from '../fields.ts'
import { useCase } from '../use-case.ts'

/** Removes a destination. Its copy stays as it is, and is not kept current any more. */
export const removeDestination = useCase({
  name: 'remove-destination',
  request: { username: destinationOwner, name: givenName },
  run: async ({ destinations }, { username, name }) => {
    await destinations.remove(username, name)
    return { username, name }
  },
  audit: ({ username, name }) => [
    {
      action: 'destination_removed',
      account: username === allAccounts ? null : username,
      facts: { destination: name },
    },
  ],
})
