import { givenName, username } from '../fields.ts'
import { useCase } from '../use-case.ts'

/** Removes a destination. Its copy stays as it is, and is not kept current any more. */
export const removeDestination = useCase({
  name: 'remove-destination',
  request: { username, name: givenName },
  run: async ({ destinations }, { username, name }) => {
    await destinations.remove(username, name)
    return { username, name }
  },
  audit: ({ username, name }) => [
    { action: 'destination_removed', account: username, facts: { destination: name } },
  ],
})
