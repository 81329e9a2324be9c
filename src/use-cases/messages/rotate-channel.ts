import { givenName, username } from '../fields.ts'
import { useCase } from '../use-case.ts'

/** Gives a webhook a new secret. The one before signs too for a day. */
export const rotateChannel = useCase({
  name: 'rotate-channel',
  request: { username, name: givenName },
  run: async ({ channels }, { username, name }) => ({
    username,
    name,
    secret: await channels.rotate(username, name),
  }),
  audit: ({ username, name }) => [
    { action: 'channel_rotated', account: username, facts: { channel: name } },
  ],
})
