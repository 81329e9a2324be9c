import { factKinds } from '../facts/kinds.ts'
import { allFiguresOf } from '../ledger/figure-ledger.ts'
import { maxFinalAfterDays } from '../ledger/finality.ts'
import { sources } from '../sources/all-sources.ts'
import { nearestName } from '../values/nearest-name.ts'
import { identifier, wholeNumber } from './fields.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { useCase } from './use-case.ts'

export interface SetFinality {
  readonly network: string
  readonly final_after_days: number
}

/** Sets after how many days a network's figures are final. */
export const setFinality = useCase({
  name: 'set-finality',
  request: { network: identifier, days: wholeNumber(0, maxFinalAfterDays) },
  run: async (services, { network, days }): Promise<SetFinality> => {
    const known = await knownNetworks(services)
    if (!known.includes(network)) {
      throw refuse('unknown_network', { network, nearest: nearestName(network, known), known })
    }
    await services.finality.set(network, days)
    return { network, final_after_days: days }
  },
  audit: ({ network, days }) => [
    { action: 'finality_set', account: null, facts: { network, days } },
  ],
})

/** The networks that have a source, a rule, or figures of any account, and sources of users, in alphabetical order. */
async function knownNetworks({ accounts, finality, ledger }: Services): Promise<string[]> {
  const known = new Set([...sources.values()].map(({ network }) => network))
  for (const network of (await finality.all(null)).keys()) known.add(network)
  for (const { id } of await accounts.list()) {
    for (const kind of Object.values(factKinds)) {
      for (const network of await ledger.networks(allFiguresOf(id), kind)) known.add(network)
    }
  }
  return [...known].sort()
}
