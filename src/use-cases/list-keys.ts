import { username } from './fields.ts'
import { toApiKeyView } from './key-view.ts'
import { readsOnly, useCase } from './use-case.ts'

/** An account's API keys by name, without their secrets. */
export const listKeys = useCase({
  name: 'list-keys',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }) => {
    const keys = await services.keys.list(username)
    return Promise.all(keys.map((key) => toApiKeyView(key, services)))
  },
})
