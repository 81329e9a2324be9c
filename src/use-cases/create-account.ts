import { Type } from 'typebox'
import { toKeyView } from './account-view.ts'
import { apiKey, currency, newUsername } from './fields.ts'
import { useCase } from './use-case.ts'

/** Creates an account and returns its API key. */
export const createAccount = useCase({
  name: 'create-account',
  request: {
    username: newUsername,
    /** USD when absent. */
    currency: Type.Optional(currency),
    /** A random key when absent. */
    key: Type.Optional(apiKey),
  },
  run: async ({ accounts }, request) => toKeyView(await accounts.create(request)),
})
