import { maxFinalAfterDays } from '../ledger/finality.ts'
import { identifier, wholeNumber } from './fields.ts'
import type { FinalityView } from './list-finality.ts'
import { useCase } from './use-case.ts'

/** Sets after how many days a network's figures are final. */
export const setFinality = useCase({
  name: 'set-finality',
  request: { network: identifier, days: wholeNumber(0, maxFinalAfterDays) },
  run: async ({ finality }, { network, days }): Promise<FinalityView> => {
    await finality.set(network, days)
    return { network, final_after_days: days }
  },
})
