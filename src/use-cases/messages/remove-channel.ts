import { givenName, username } from '../fields.ts'
import { useCase } from '../use-case.ts'

/** Removes a channel, with its messages that wait. */
export const removeChannel = useCase({
  name: 'remove-channel',
  request: { username, name: givenName },
  run: async ({ channels }, { username, name }) => {
    await channels.remove(username, name)
    return { username, name }
  },
  audit: ({ username, name }) => [
    { action: 'channel_removed', account: username, facts: { channel: name } },
  ],
})
