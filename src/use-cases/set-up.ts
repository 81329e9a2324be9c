import { Type } from 'typebox'
import { toKeyView } from './account-view.ts'
import { currency, newUsername, ownAddress, password } from './fields.ts'
import { useCase } from './use-case.ts'

/** Adds the first account of a server, with the key that reads it and its owner. */
export const setUp = useCase({
  name: 'set-up',
  request: {
    /** Of a set-up link. */
    token: Type.String({ maxLength: 128, writeOnly: true, description: 'the token of the link' }),
    username: newUsername,
    /** USD when absent. */
    currency: Type.Optional(currency),
    user: ownAddress,
    password,
  },
  run: async ({ setupLinks }, request) => toKeyView(await setupLinks.setUp(request)),
  audit: ({ username, user }) => [{ action: 'set_up', account: username, facts: { user } }],
})
