import { Type } from 'typebox'
import { defaultKeyName } from '../publishers/api-key.ts'
import { toKeyView } from './account-view.ts'
import { givenName, username, wholeNumber } from './fields.ts'
import { useCase } from './use-case.ts'

/** 90 days. */
const maxGraceHours = 2_160

/** Replaces an account's API key and returns the new one. */
export const rotateKey = useCase({
  name: 'rotate-key',
  request: {
    username,
    /** The key that the account began with when absent. */
    name: Type.Optional(givenName),
    /** How long the old key works too. It stops working at once when absent. */
    graceHours: Type.Optional(wholeNumber(0, maxGraceHours)),
  },
  run: async ({ keys }, { username, name, graceHours }) =>
    toKeyView(await keys.rotate(username, name, graceHours)),
  audit: ({ username, name = defaultKeyName, graceHours = 0 }) => [
    {
      action: 'key_rotated',
      account: username,
      facts: { key_name: name, ...(graceHours > 0 && { grace_hours: graceHours }) },
    },
  ],
})
