import { readsOnly, useCase } from './use-case.ts'

/** After how many days a network's figures are final. */
export interface FinalityView {
  readonly network: string
  readonly final_after_days: number
}

/** The finality rules that were set; all other networks have the usual one. */
export const listFinality = useCase({
  name: 'list-finality',
  request: {},
  audit: readsOnly,
  run: async ({ finality }): Promise<FinalityView[]> =>
    [...(await finality.all())].map(([network, days]) => ({ network, final_after_days: days })),
})
