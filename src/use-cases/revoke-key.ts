import { givenName, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Revokes an API key. It stops working at once. */
export const revokeKey = useCase({
  name: 'revoke-key',
  request: { username, name: givenName },
  run: async ({ keys }, { username, name }) => {
    await keys.revoke(username, name)
    return { username, name }
  },
  audit: ({ username, name }) => [
    { action: 'key_revoked', account: username, facts: { key_name: name } },
  ],
})
