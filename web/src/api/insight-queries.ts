import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dayCount, parseDay } from '../../../src/values/day.ts'
import { comparedParameters } from '../view/compared-with.ts'
import { daysOf, type View } from '../view/view.ts'
import { useAccount } from './queries.ts'
import { get } from './request.ts'
import type { AnomaliesAnswer, ComparisonAnswer, ContributionsAnswer, HomeAnswer } from './wire.ts'

type Compared = Pick<View, 'range' | 'compare' | 'filters'>

const rangesOf = ({ range, compare, filters }: Compared, today: string) => {
  const { from, to } = daysOf(range, today)
  const days = { start_date: from, end_date: to }
  return { ...days, ...comparedParameters(compare, range, today), ...filters }
}

/** The days of a view that are compared like with like, and those that are left out. */
export function useComparison(view: Compared) {
  const { username: account, today } = useAccount()
  const parameters = rangesOf(view, today)
  return useQuery({
    queryKey: ['comparison', account, parameters],
    queryFn: ({ signal }) => get<ComparisonAnswer>('comparison', parameters, { account, signal }),
    enabled: view.compare !== 'none',
  })
}

/** Why revenue differs between two ranges. Until it arrives, that of the last view is returned. */
export function useContributions(view: Compared) {
  const { username: account, today } = useAccount()
  const parameters = { ...rangesOf(view, today), limit: '50' }
  return useQuery({
    queryKey: ['contributions', account, parameters],
    queryFn: ({ signal }) =>
      get<ContributionsAnswer>('contributions', parameters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The server's; marks of a chart should not lack any. */
const maxListed = 500

/** Longer ranges are not searched. */
export const maxAnomalyDays = 366

/**
 * The unusual days of a view: of all figures, and of each network and app. Not asked for when the range is longer
 * than {@link maxAnomalyDays}.
 *
 * @param by only one of these beside all figures, which takes less time
 */
export function useAnomalies(
  { range, filters }: Pick<View, 'range' | 'filters'>,
  by?: 'network' | 'app_id',
) {
  const { username: account, today } = useAccount()
  const { from, to } = daysOf(range, today)
  const count = dayCount({ firstDay: parseDay(from)!, lastDay: parseDay(to)! })
  const days = { start_date: from, end_date: to }
  const parameters = { ...days, by, limit: String(maxListed), ...filters }
  return useQuery({
    queryKey: ['anomalies', account, parameters],
    queryFn: ({ signal }) => get<AnomaliesAnswer>('anomalies', parameters, { account, signal }),
    enabled: count <= maxAnomalyDays,
  })
}

/** The answer that the Home page shows. */
export function useHome(filters: View['filters']) {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['home', account, filters],
    queryFn: ({ signal }) => get<HomeAnswer>('home', filters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}
