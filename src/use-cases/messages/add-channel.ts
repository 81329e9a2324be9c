import { Type } from 'typebox'
import { usualEvents } from '../../messages/channel.ts'
import { refuse } from '../../publishers/refusals.ts'
import { permissionsOf } from '../../publishers/user.ts'
import { givenName, login, username } from '../fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import {
  actorName,
  channelKind,
  channelUrl,
  mailAddress,
  settingFields,
  settingsOf,
  toChannelView,
} from './channel-fields.ts'

/** Adds a place where messages of an account go. */
export const addChannel = useCase({
  name: 'add-channel',
  request: {
    username,
    name: givenName,
    kind: channelKind,
    /** Of mail. */
    address: Type.Optional(mailAddress),
    /** The login of a user of the account, whose access a mail has. */
    user: Type.Optional(login),
    /** Of a chat or a webhook. It is a secret. */
    url: Type.Optional(channelUrl),
    ...settingFields,
    by: actorName,
    /** Whether the actor sees payments, as commands do. Others cannot have them mailed to an address of theirs. */
    seesPayments: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  run: async (services, { username, name, kind, address, user, url, by, ...given }) => {
    const isMail = kind === 'mail'
    need('address', address, isMail)
    need('user', user, isMail)
    need('url', url, !isMail)
    const userId =
      user === undefined ? null : await memberId(services, username, user, given.seesPayments)
    const { channel, signing } = await services.channels.add(
      username,
      {
        name,
        kind,
        target: address ?? new URL(url!).host,
        events: given.events ?? usualEvents[kind],
        userId,
        settings: settingsOf(given),
        url: url ?? null,
      },
      by ?? null,
    )
    return { ...(await toChannelView(channel, services)), secret: signing }
  },
  audit: ({ username }, { name, kind, target }) => [
    { action: 'channel_added', account: username, facts: { channel: name, kind, target } },
  ],
})

/** @throws Refusal `channel_refused` for a field that its kind needs or does not have */
function need(field: string, value: unknown, isNeeded: boolean): void {
  if ((value !== undefined) === isNeeded) return
  const why = isNeeded ? 'is required for this kind of channel' : 'is not of this kind of channel'
  throw refuse('channel_refused', { field, why })
}

/** @throws Refusal for a user that the account does not have, or who sees payments where the actor does not */
async function memberId(
  services: Services,
  username: string,
  user: string,
  seesPayments = true,
): Promise<number> {
  const { id } = await services.users.get(user)
  const { id: accountId } = await services.accounts.get(username)
  const grant = await services.channels.memberOf({ accountId, userId: id })
  if (grant === null) throw refuse('unknown_member', { username, user })
  if (!seesPayments && permissionsOf[grant.role].has('finance')) {
    const why = `cannot be ${user}: that user sees payments, and you do not. Name yourself, or another user`
    throw refuse('channel_refused', { field: 'user', why })
  }
  return id
}
