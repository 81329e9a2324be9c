import { toKeyView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Replaces an account's API key and returns the new one. The old key stops working at once. */
export const rotateKey = useCase({
  name: 'rotate-key',
  request: { username },
  run: async ({ accounts }, request) => toKeyView(await accounts.rotateKey(request.username)),
})
