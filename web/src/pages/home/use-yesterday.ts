import { useAccount } from '../../api/queries.ts'
import { scopeOf } from '../../reports/questions.ts'
import { useReport } from '../../reports/use-reports.ts'
import type { Filters } from '../../view/view.ts'

/** The dimensions that the tables of Home are of. */
export type TableBy = 'network' | 'app_id'

/** The rows of a table; Overview has all of them. */
export const maxRows = 10

/** The revenue of yesterday, and like for like that of the same weekday before. */
export function useYesterday(by: TableBy, filters: Filters) {
  const { today } = useAccount()
  return useReport({
    ...scopeOf({ range: { preset: 'yesterday' }, filters }, today),
    dimensions: by,
    metrics: 'revenue',
    order_by: 'revenue:desc',
    compare: 'previous_weekdays',
    compare_days: 'reported',
    limit: String(maxRows),
    include: 'total_rows',
  })
}

/** The revenue of some networks or apps on each of the last 28 days. */
export function useLastDays(by: TableBy, filters: Filters, keys: readonly string[]) {
  const { today } = useAccount()
  const only = { ...filters, [by]: keys }
  return useReport(
    {
      ...scopeOf({ range: { preset: 'last_28' }, filters: only }, today),
      dimensions: ['date', by],
      metrics: 'revenue',
    },
    keys.length > 0,
  )
}

/** Which of some networks have paid for which apps in the last 28 days. */
export function useAppsOf(networks: readonly string[], apps: readonly string[], filters: Filters) {
  const { today } = useAccount()
  const only = { ...filters, network: networks, app_id: apps }
  return useReport(
    {
      ...scopeOf({ range: { preset: 'last_28' }, filters: only }, today),
      dimensions: ['app_id', 'network'],
      metrics: 'revenue',
    },
    networks.length > 0 && apps.length > 0,
  )
}
