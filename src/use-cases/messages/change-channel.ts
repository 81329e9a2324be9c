import { Type } from 'typebox'
import { refuse } from '../../publishers/refusals.ts'
import { givenName, oneOf, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { settingFields, settingsOf, toChannelView } from './channel-fields.ts'

/** Changes what a channel gets and when, pauses it, or turns it on again. */
export const changeChannel = useCase({
  name: 'change-channel',
  request: {
    username,
    name: givenName,
    ...settingFields,
    state: Type.Optional(oneOf(['on', 'paused'] as const)),
  },
  run: async (services, { username, name, state, events, ...given }) => {
    const { settings, kind, state: before } = await services.channels.get(username, name)
    if (state === 'on' && before === 'disabled' && kind === 'mail') {
      const why =
        'cannot be on: its reader unsubscribed or has no access any more. Add it again if it is wanted'
      throw refuse('channel_refused', { field: 'state', why })
    }
    const change = {
      settings: settingsOf(given, settings),
      ...(events && { events }),
      ...(state && { state }),
    }
    return toChannelView(await services.channels.change(username, name, change), services)
  },
  audit: ({ username, name, ...changed }) => [
    { action: 'channel_changed', account: username, facts: { channel: name, ...changed } },
  ],
})
