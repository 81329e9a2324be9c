import type { GapGroup } from '../../ledger/group-gaps.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { defaultTolerance, toTolerance } from '../find-gaps.ts'
import { showReconciliation } from '../show-reconciliation.ts'
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
  const { principal, services } = context
  const found: FoundToDo<Facts>[] = []
  const reports = await services.ledger.secondaryReports(principal.account.id)
  for (const { name } of reports.slice(0, maxReports)) {
    const groups = await groupsOf(context, name)
    found.push(...groups.filter(isAbove).map((group) => toFound(name, group)))
  }
  return found
}

async function groupsOf(context: ToDoContext, report: string): Promise<readonly GapGroup[]> {
  const { principal, services, signal } = context
  const days = context.lastDays(comparedDays)
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

const sizeOf = (micros: bigint): bigint => (micros < 0n ? -micros : micros)

function isAbove({ gapMicros, primaryMicros, secondaryMicros }: GapGroup): boolean {
  const [one, other] = [sizeOf(primaryMicros ?? 0n), sizeOf(secondaryMicros ?? 0n)]
  const larger = one > other ? one : other
  const size = sizeOf(gapMicros)
  return size > tolerance.micros && size * 10_000n > larger * BigInt(tolerance.basisPoints)
}

function toFound(report: string, group: GapGroup): FoundToDo<Facts> {
  const { network, days, gapMicros, primaryMicros, secondaryMicros } = group
  return {
    network,
    connection: null,
    days: [days],
    moneyMicros: sizeOf(gapMicros),
    page: `/dashboard/reconcile?${new URLSearchParams({ network: network!, report })}`,
    facts: {
      report,
      primary_micros: primaryMicros?.toString() ?? null,
      secondary_micros: secondaryMicros?.toString() ?? null,
    },
  }
}
