import { seesFinance } from '../../publishers/principal.ts'
import { addChannel } from '../../use-cases/messages/add-channel.ts'
import { changeChannel } from '../../use-cases/messages/change-channel.ts'
import { listChannels } from '../../use-cases/messages/list-channels.ts'
import { listMessages } from '../../use-cases/messages/list-messages.ts'
import { removeChannel } from '../../use-cases/messages/remove-channel.ts'
import { replayMessage } from '../../use-cases/messages/replay-message.ts'
import { rotateChannel } from '../../use-cases/messages/rotate-channel.ts'
import { testChannel } from '../../use-cases/messages/test-channel.ts'
import { ofAccount } from './route-table.ts'

/** Channels have all apps of the account, and show its figures to others. */
const changing = { needs: 'import', ofAllApps: true } as const

/** Where messages of the account go. A body has the fields of its use case, but for the account and the actor. */
export const channelRoutes = () => ({
  'GET /channels': ofAccount({
    ...changing,
    answer: async ({ username, call }) => ({
      channels: await call(listChannels, { username }),
      messages: await call(listMessages, { username }),
    }),
  }),
  'POST /channels/add': ofAccount({
    ...changing,
    answer: ({ principal, username, fields, ask }) =>
      ask(addChannel, {
        ...fields,
        username,
        by: principal.name,
        seesPayments: seesFinance(principal),
      }),
  }),
  'POST /channels/change': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(changeChannel, { ...fields, username }),
  }),
  'POST /channels/remove': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(removeChannel, { ...fields, username }),
  }),
  'POST /channels/rotate': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(rotateChannel, { ...fields, username }),
  }),
  'POST /channels/test': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(testChannel, { ...fields, username }),
  }),
  'POST /channels/replay': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(replayMessage, { ...fields, username }),
  }),
})
