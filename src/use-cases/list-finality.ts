import { networkFinality } from '../sources/finality-rules.ts'
import { readsOnly, useCase } from './use-case.ts'

export interface FinalityView {
  readonly network: string
  readonly final_after_days: number
  /** Days after the end of the month that have to be over too; null when months do not matter. */
  readonly days_after_month: number | null
  /** Whether a person set the rule. */
  readonly is_set: boolean
  /** The network's document that tells of its month; null without one. */
  readonly document: string | null
}

/** The rules of all networks that have one, whether their own or set. All other networks have the default. */
export const listFinality = useCase({
  name: 'list-finality',
  request: {},
  audit: readsOnly,
  run: async ({ finality }): Promise<FinalityView[]> => {
    const own = networkFinality()
    const rules = [...(await finality.all(null))].sort(([one], [other]) => (one < other ? -1 : 1))
    return rules.map(([network, { days, daysAfterMonth, isSet }]) => ({
      network,
      final_after_days: days,
      days_after_month: daysAfterMonth,
      is_set: isSet,
      document: isSet ? null : (own.get(network)?.documented?.document ?? null),
    }))
  },
})
