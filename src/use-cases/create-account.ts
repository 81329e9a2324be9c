import { Type } from 'typebox'
import { toKeyView } from './account-view.ts'
import { apiKey, currency, newUsername } from './fields.ts'
import { useCase } from './use-case.ts'

/** Creates a publisher's account and shows its API key. */
export const createAccount = useCase({
  name: 'create-account',
  request: {
    username: newUsername,
    /** USD when absent. */
    currency: Type.Optional(currency),
    /** A key from elsewhere; a random one when absent. */
    key: Type.Optional(apiKey),
  },
  run: async ({ accounts }, request) => toKeyView(await accounts.create(request)),
  audit: ({ username }) => [{ action: 'account_created', account: username, facts: {} }],
})
