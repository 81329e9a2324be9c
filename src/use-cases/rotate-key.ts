import { toKeyView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Gives an account a new API key and shows it; the old one stops at once. */
export const rotateKey = useCase({
  name: 'rotate-key',
  request: { username },
  run: async ({ accounts }, request) => toKeyView(await accounts.rotateKey(request.username)),
  audit: ({ username }) => [{ action: 'key_rotated', account: username, facts: {} }],
})
