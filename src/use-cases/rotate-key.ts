import { toKeyView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Replaces an account's API key and returns the new one. The old key stops working at once. */
export const rotateKey = useCase({
  name: 'rotate-key',
  request: { username },
  run: async ({ keys }, request) => toKeyView(await keys.rotate(request.username)),
  audit: ({ username }) => [{ action: 'key_rotated', account: username, facts: {} }],
})
