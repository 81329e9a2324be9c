import { givenName, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Revokes a report link. It stops working at once. */
export const revokeLink = useCase({
  name: 'revoke-link',
  request: { username, name: givenName },
  run: async ({ links }, { username, name }) => {
    await links.revoke(username, name)
    return { username, name }
  },
  audit: ({ username, name }) => [
    { action: 'link_revoked', account: username, facts: { link_name: name } },
  ],
})
