import { isInUse, missingDays, reportedNetworks, silentDays } from '../../insight/reported.ts'
import type { Principal } from '../../publishers/principal.ts'
import { selectsApps } from '../../reporting/question/question-requests.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import { addDays, type Day, type DaySpan, formatDay } from '../../values/day.ts'
import { dateScope, readReported } from '../insight/read-figures.ts'
import { isOfLabel } from '../report/freshness-summary.ts'
import { selectApps } from '../report/pin-report.ts'
import { lateNetwork } from '../to-do/late-network.ts'
import { refusedKey } from '../to-do/refused-key.ts'
import { ToDoContext } from '../to-do/to-do-context.ts'
import { readsOnly, useCase } from '../use-case.ts'

/**
 * Whether figures are whole: all days up to yesterday are reported; some are not, and are not due yet; some are
 * not though they are due.
 */
export const dataStatuses = ['complete', 'missing', 'late'] as const

export type DataStatus = (typeof dataStatuses)[number]

interface NetworkStatus {
  readonly network: string
  readonly status: DataStatus
  readonly last_date: string
  /** Days of the last 30 that it has not reported. */
  readonly missing: readonly { readonly start_date: string; readonly end_date: string }[]
}

export interface StatusView {
  /** The worst of all networks in use; `missing` without any. */
  readonly status: DataStatus
  /** Yesterday in UTC. */
  readonly date: string
  /** The last day up to which no network in use lacks its last days; null without any. */
  readonly complete_to: string | null
  readonly networks: readonly NetworkStatus[]
}

/**
 * Tells whether the figures of a principal are whole.
 *
 * @param filters of a question: only the networks and apps that they accept count
 */
export const statusOf = (principal: Principal, filters: ReportQuestion['filters'] = []) =>
  useCase({
    name: 'show-status',
    request: {},
    audit: readsOnly,
    run: async (services, _request, { signal }): Promise<StatusView> => {
      const context = new ToDoContext(services, principal, signal)
      const { today } = context
      const sources = { ...services, today: () => today }
      const apps = filters.some(selectsApps)
        ? (await selectApps({ filters }, principal, services)).map(({ key }) => key)
        : principal.apps
      const reader = { ...principal, apps }
      const scope = await dateScope(sources, { principal: reader, apps: null, filters: {} })
      const inUse = reportedNetworks(await readReported(sources, scope, signal)).filter(
        (one) => isInUse(one, today) && isOfLabel({ filters }, 'network', one.network),
      )
      const late = await lateNetworks(context)
      const networks = inUse.map((one): NetworkStatus => {
        const missing = missingDays(one, context.lastDays(silentDays))
        const { network, lastDay } = one
        const status = missing.length === 0 ? 'complete' : late.has(network) ? 'late' : 'missing'
        return { network, status, last_date: formatDay(lastDay), missing: missing.map(toView) }
      })
      const lastDays = inUse.map(({ lastDay }) => lastDay)
      return {
        status: worstOf(networks),
        date: formatDay(addDays(today, -1)),
        complete_to: lastDays.length > 0 ? formatDay(Math.min(...lastDays) as Day) : null,
        networks,
      }
    },
  })

/** Networks with days that are due, or whose key is refused. */
async function lateNetworks(context: ToDoContext): Promise<ReadonlySet<string | null>> {
  const found = [...(await lateNetwork.find(context)), ...(await refusedKey.find(context))]
  return new Set(found.filter(({ days }) => days.length > 0).map(({ network }) => network))
}

const toView = ({ firstDay, lastDay }: DaySpan) => ({
  start_date: formatDay(firstDay),
  end_date: formatDay(lastDay),
})

const worstOf = (networks: readonly NetworkStatus[]): DataStatus =>
  networks.length === 0
    ? 'missing'
    : (dataStatuses.findLast((status) => networks.some((one) => one.status === status)) ??
      'missing')
