import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { makeSharesInTurn } from './make-shares.ts'

/** Brings the net figures of a network's partners up to its last import now. A running server does so by itself. */
export const makeNetFigures = useCase({
  name: 'make-net-figures',
  request: { account: username },
  run: async (services, { account }, { signal }) => {
    const network = await services.accounts.get(account)
    await makeSharesInTurn(services, network, signal)
    const { partners } = await services.shareBooks.read(network.id)
    return { account, partners: partners.length }
  },
  audit: readsOnly,
})
