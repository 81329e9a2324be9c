import { usualTermsFor } from '../../settlement/usual-terms.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { type TermsView, toTermsView } from './terms-view.ts'

/** The terms that were set for networks, then the usual ones of networks that the account has figures of. */
export const listTerms = useCase({
  name: 'list-terms',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }): Promise<TermsView[]> => {
    const { id, currency } = await services.accounts.get(username)
    const { terms } = await services.settlement.read(id)
    const used = new Set(await services.ledger.networks({ account: id, apps: null }))
    const usual = [...usualTermsFor(currency)].filter(([network]) => used.has(network))
    const all = [
      ...terms.map((one) => [one.network, one] as const),
      ...usual.sort(([a], [b]) => (a < b ? -1 : 1)),
    ]
    return Promise.all(all.map(([network, one]) => toTermsView(network, one, services)))
  },
})
