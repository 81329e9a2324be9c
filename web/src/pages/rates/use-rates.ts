import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get, post } from '../../api/request.ts'
import type {
  AppliedRatesAnswer,
  FetchedRatesAnswer,
  OwnRatesAnswer,
  RatesAnswer,
} from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'

/** Counts of the rates in a file or answer. */
export const countsText = (
  { added, corrected, unchanged }: FetchedRatesAnswer,
  { count }: Formats,
): string => `${count(added)} added, ${count(corrected)} corrected, ${count(unchanged)} unchanged.`

interface Answers {
  readonly add: OwnRatesAnswer
  readonly fetch: FetchedRatesAnswer
  readonly apply: AppliedRatesAnswer
}

/** The rates that the account's money is converted by. */
export function useRates() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['rates', account],
    queryFn: ({ signal }) => get<RatesAnswer>('rates', {}, { account, signal }),
  })
}

/** Changes rates or figures, and loads what shows them again. A body with `dry_run` changes nothing. */
export function useRateAction<Action extends keyof Answers>(action: Action) {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) =>
      post<Answers[Action]>(`rates/${action}`, body, { account }),
    onSuccess: (_answer, { dry_run: isDryRun }) =>
      isDryRun ? undefined : queries.invalidateQueries(),
  })
}
