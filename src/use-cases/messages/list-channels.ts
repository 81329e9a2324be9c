import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { type ChannelView, toChannelView } from './channel-fields.ts'

/** The channels of an account by name, without their secrets. */
export const listChannels = useCase({
  name: 'list-channels',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }): Promise<ChannelView[]> => {
    const channels = await services.channels.list(username)
    return Promise.all(channels.map((channel) => toChannelView(channel, services)))
  },
})
