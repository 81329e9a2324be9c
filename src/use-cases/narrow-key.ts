import { refuse } from '../publishers/refusals.ts'
import { givenName, username } from './fields.ts'
import { readScope, scopeFields } from './key-scope.ts'
import { scopeFacts, toApiKeyView } from './key-view.ts'
import { useCase } from './use-case.ts'

/** Lets an API key do less. What is absent stays as it is. */
export const narrowKey = useCase({
  name: 'narrow-key',
  request: { username, name: givenName, ...scopeFields },
  run: async (services, { username, name, ...limits }) => {
    if (Object.keys(limits).length === 0) throw refuse('narrowed_by_nothing', { name })
    const { accounts, apps, keys } = services
    const scope = await readScope(limits, await accounts.get(username), apps)
    return toApiKeyView(await keys.narrow(username, name, scope), services)
  },
  audit: ({ username }, view) => [
    { action: 'key_narrowed', account: username, facts: scopeFacts(view) },
  ],
})
