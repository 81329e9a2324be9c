import { refuse } from '../publishers/refusals.ts'
import { useCase } from './use-case.ts'

/** Makes the link that sets up a server without accounts, in place of an earlier one. */
export const createSetupLink = useCase({
  name: 'create-setup-link',
  request: {},
  run: async ({ setupLinks }) => {
    const link = await setupLinks.create()
    if (!link) throw refuse('already_set_up', {})
    return { token: link.token, expiresAt: new Date(link.expiresAtMs).toISOString() }
  },
  audit: () => [{ action: 'setup_link_created', account: null, facts: {} }],
})
