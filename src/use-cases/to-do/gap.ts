import type { GapGroup } from '../../ledger/group-gaps.ts'
import { isWithin } from '../../ledger/reconcile.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { type Day, type DaySpan, dayCount, formatDay } from '../../values/day.ts'
import { defaultTolerance, toTolerance } from '../find-gaps.ts'
import { listSecondaryReports, showReconciliation } from '../show-reconciliation.ts'
import type { ToDoContext } from './to-do-context.ts'
import { type FoundToDo, toDoKind } from './to-do-kind.ts'

/** The days that the Reconcile page compares unless others are chosen. */
const comparedDays = 28
const maxReports = 10
const tolerance = toTolerance(defaultTolerance)

interface Facts {
  readonly report: string
  readonly primary_micros: string | null
  readonly secondary_micros: string | null
}

/** A network whose figures and those of a secondary report differ by more than the tolerance. */
export const gap = toDoKind({
  name: 'gap',
  needs: 'read',
  ofAllApps: true,
  find: async (context) => {
    const { found } = await context.remembered('gaps', async () => ({
      found: await findGapsOf(context),
    }))
    return found
  },
})

async function findGapsOf(context: ToDoContext): Promise<FoundToDo<Facts>[]> {
  const found: FoundToDo<Facts>[] = []
  const reports = await listSecondaryReports(context.services, context.principal)
  for (const { report, days } of reports.slice(0, maxReports)) {
    const compared = days && bothOf(days, context.lastDays(comparedDays))
    if (!compared) continue
    const groups = await groupsOf(context, report, compared)
    const page = pageOf(report, compared, context)
    found.push(...groups.filter(isAbove).map((group) => toFound(report, group, page)))
  }
  return found
}

/** Days that a report does not have yet, or no more, are no gap. */
function bothOf(one: DaySpan, other: DaySpan): DaySpan | null {
  const firstDay = Math.max(one.firstDay, other.firstDay) as Day
  const lastDay = Math.min(one.lastDay, other.lastDay) as Day
  return firstDay <= lastDay ? { firstDay, lastDay } : null
}

async function groupsOf(
  { principal, services, signal }: ToDoContext,
  report: string,
  days: DaySpan,
): Promise<readonly GapGroup[]> {
  const all = { apps: null, networks: null, by: 'network' } as const
  const question = { principal, report, days, within: days, tolerance: defaultTolerance, ...all }
  try {
    return (await showReconciliation(services, question, signal)).groups
  } catch (error) {
    // So many figures are compared only on the page, where fewer days can be chosen.
    if (error instanceof ReportError && error.code === 'answer_too_large') return []
    throw error
  }
}

/** The page with the same days, as a function of the network. */
function pageOf(report: string, { firstDay, lastDay }: DaySpan, context: ToDoContext) {
  const isUsual = dayCount({ firstDay, lastDay }) === comparedDays && lastDay === context.today - 1
  const query = new URLSearchParams(
    isUsual ? {} : { start_date: formatDay(firstDay), end_date: formatDay(lastDay) },
  )
  query.set('report', report)
  return (network: string) => `/dashboard/reconcile?${query}&${new URLSearchParams({ network })}`
}

const sizeOf = (micros: bigint): bigint => (micros < 0n ? -micros : micros)

const isAbove = ({ primaryMicros, secondaryMicros }: GapGroup): boolean =>
  !isWithin(primaryMicros ?? 0n, secondaryMicros ?? 0n, tolerance)

function toFound(
  report: string,
  group: GapGroup,
  page: (network: string) => string,
): FoundToDo<Facts> {
  const { network, days, gapMicros, primaryMicros, secondaryMicros } = group
  return {
    network,
    connection: null,
    days: [days],
    moneyMicros: sizeOf(gapMicros),
    page: page(network!),
    facts: {
      report,
      primary_micros: primaryMicros?.toString() ?? null,
      secondary_micros: secondaryMicros?.toString() ?? null,
    },
  }
}
