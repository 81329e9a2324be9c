import { refuse } from '../../partners/refusals.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { makeShares } from './make-shares.ts'

/** Brings the net figures of a network's partners up to its last import now. A running server does so by itself. */
export const makeNetFigures = useCase({
  name: 'make-net-figures',
  request: { account: username },
  run: async (services, { account }, { signal }) => {
    const network = await services.accounts.get(account)
    if (!(await makeShares(services, network.id, signal))) {
      throw refuse('shares_busy', { username: account })
    }
    const { partners } = await services.shareBooks.read(network.id)
    return { account, partners: partners.length }
  },
  audit: readsOnly,
})
