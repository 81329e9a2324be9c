import { randomUUID } from 'node:crypto'
import { messageId } from '../../messages/message.ts'
import { givenName, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'

/** Sends a message into a channel at once, and tells whether it arrived. */
export const testChannel = useCase({
  name: 'test-channel',
  request: { username, name: givenName },
  audit: readsOnly,
  run: async (services, { username, name }, { signal }) => {
    const { channels, deliver, noteDelivery, now } = services
    const channel = await channels.get(username, name)
    if (channel.state === 'disabled') {
      return { name, is_sent: false, error: channel.lastError ?? 'It is disabled.' }
    }
    const outcome = await deliver(
      channel,
      (await channels.secretsOf(channel.id)) ?? {},
      {
        id: messageId('channel.test', randomUUID()),
        type: 'channel.test',
        madeAtMs: now().getTime(),
        data: { account: username, channel: name },
        subject: `A test from Adtally for ${username}`,
        text: 'Messages of this account arrive here.',
        rich: null,
      },
      signal,
    )
    noteDelivery(channel.kind, outcome.isSent)
    await channels.note(channel.id, outcome.isSent ? null : outcome.error)
    return { name, is_sent: outcome.isSent, error: outcome.isSent ? null : outcome.error }
  },
})
