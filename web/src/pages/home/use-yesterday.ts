import { useAccount } from '../../api/queries.ts'
import type { Parameters } from '../../api/request.ts'
import { scopeOf } from '../../reports/questions.ts'
import { useReport } from '../../reports/use-reports.ts'
import { useAddress } from '../../view/use-view.ts'
import type { Filters } from '../../view/view.ts'

/** The dimensions that the tables of Home are of. */
export type TableBy = 'network' | 'app_id'

/** The rows of a table; Overview has all of them. */
export const maxRows = 10

/** The revenue of yesterday, and like for like that of the same weekday before. */
export const useYesterday = (by: TableBy) =>
  useRevenue(
    'yesterday',
    {},
    {
      dimensions: by,
      order_by: 'revenue:desc',
      compare: 'previous_weekdays',
      compare_days: 'reported',
      limit: String(maxRows),
      include: 'total_rows',
    },
  )

/** The revenue of some networks or apps on each of the last 28 days. */
export const useLastDays = (by: TableBy, keys: readonly string[]) =>
  useRevenue('last_28', { [by]: keys }, { dimensions: ['date', by] })

/** Which of some networks have paid for which apps in the last 28 days. */
export const useAppsOf = (networks: readonly string[], apps: readonly string[]) =>
  useRevenue('last_28', { network: networks, app_id: apps }, { dimensions: ['app_id', 'network'] })

/** @param only further filters than the page's; nothing is asked when one of them has no values */
function useRevenue(preset: 'yesterday' | 'last_28', only: Filters, question: Parameters) {
  const { today } = useAccount()
  const { view } = useAddress()
  const scope = scopeOf({ range: { preset }, filters: { ...view.filters, ...only } }, today)
  const isWanted = Object.values(only).every((values) => values.length > 0)
  return useReport({ ...scope, metrics: 'revenue', ...question }, isWanted)
}
