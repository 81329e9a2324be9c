import { toKeyView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Returns an account's API key. */
export const revealKey = useCase({
  name: 'reveal-key',
  request: { username },
  run: async ({ accounts }, request) => toKeyView(await accounts.revealKey(request.username)),
})
