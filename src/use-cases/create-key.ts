import { givenName, username } from './fields.ts'
import { readScope, scopeFields } from './key-scope.ts'
import { scopeFacts, toApiKeyView } from './key-view.ts'
import { useCase } from './use-case.ts'

/** Creates an API key, which may read all unless it is limited, and returns it. */
export const createKey = useCase({
  name: 'create-key',
  request: { username, name: givenName, ...scopeFields },
  run: async (services, { username, name, ...limits }) => {
    const { accounts, apps, keys } = services
    const scope = await readScope(limits, await accounts.get(username), apps)
    const all = { permissions: ['read'], apps: null, expiresAtMs: null } as const
    const { apiKey, key } = await keys.create(username, name, { ...all, ...scope })
    return { username, key, ...(await toApiKeyView(apiKey, services)) }
  },
  audit: ({ username }, view) => [
    { action: 'key_created', account: username, facts: scopeFacts(view) },
  ],
})
