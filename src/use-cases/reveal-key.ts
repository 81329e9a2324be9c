import { toKeyView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Returns an account's API key. */
export const revealKey = useCase({
  name: 'reveal-key',
  request: { username },
  run: async ({ keys }, request) => toKeyView(await keys.reveal(request.username)),
  audit: ({ username }) => [{ action: 'key_revealed', account: username, facts: {} }],
})
