import { useCase } from './use-case.ts'

export interface FinalityView {
  readonly network: string
  readonly final_after_days: number
}

/** The rules that were set. All other networks have the default. */
export const listFinality = useCase({
  name: 'list-finality',
  request: {},
  run: async ({ finality }): Promise<FinalityView[]> =>
    [...(await finality.all())].map(([network, days]) => ({ network, final_after_days: days })),
})
