import { Type } from 'typebox'
import { defaultKeyName } from '../publishers/api-key.ts'
import { toKeyView } from './account-view.ts'
import { givenName, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Returns an account's API key. */
export const revealKey = useCase({
  name: 'reveal-key',
  request: {
    username,
    /** The key that the account began with when absent. */
    name: Type.Optional(givenName),
  },
  run: async ({ keys }, { username, name }) => toKeyView(await keys.reveal(username, name)),
  audit: ({ username, name = defaultKeyName }) => [
    { action: 'key_revealed', account: username, facts: { key_name: name } },
  ],
})
