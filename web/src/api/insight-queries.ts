import { keepPreviousData } from '@tanstack/react-query'
import { dayCount, parseDay } from '../../../src/values/day.ts'
import { comparedParameters } from '../view/compared-with.ts'
import { daysOf, type View } from '../view/view.ts'
import { useAccount, useAnswer } from './queries.ts'

type Compared = Pick<View, 'range' | 'compare' | 'filters'>

const rangesOf = ({ range, compare, filters }: Compared, today: string) => {
  const { from, to } = daysOf(range, today)
  const days = { start_date: from, end_date: to }
  return { ...days, ...comparedParameters(compare, range, today), ...filters }
}

/** The days of a view that are compared like with like, and those that are left out. */
export function useComparison(view: Compared) {
  const { today } = useAccount()
  return useAnswer('comparison', rangesOf(view, today), { enabled: view.compare !== 'none' })
}

/** Why revenue differs between two ranges. Until it arrives, that of the last view is returned. */
export function useContributions(view: Compared) {
  const { today } = useAccount()
  const parameters = { ...rangesOf(view, today), limit: '50' }
  return useAnswer('contributions', parameters, { placeholderData: keepPreviousData })
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
  const { today } = useAccount()
  const { from, to } = daysOf(range, today)
  const count = dayCount({ firstDay: parseDay(from)!, lastDay: parseDay(to)! })
  const parameters = { start_date: from, end_date: to, by, limit: `${maxListed}`, ...filters }
  return useAnswer('anomalies', parameters, { enabled: count <= maxAnomalyDays })
}

/** The answer that the Home page shows. */
export const useHome = (filters: View['filters']) =>
  useAnswer('home', filters, { placeholderData: keepPreviousData })
