import { givenName, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { messageName } from './channel-fields.ts'

/** Sends a message into a channel once more, under its id. */
export const replayMessage = useCase({
  name: 'replay-message',
  request: { username, id: messageName, channel: givenName },
  run: async ({ channels, deliveries, now }, { username, id, channel: name }) => {
    const channel = await channels.get(username, name)
    await deliveries.replay(username, id, channel.id, now().getTime())
    return { username, id, channel: name }
  },
  audit: ({ username, id, channel }) => [
    { action: 'message_replayed', account: username, facts: { message: id, channel } },
  ],
})
