import { periodOf, timeOf } from '../../reporting/periods.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'
import { nextTurn } from '../../values/turns.ts'
import { GroupSpace } from './group-space.ts'
import { Groups, presentIn } from './groups.ts'
import { type PlanRange, periodsIn } from './plan-ranges.ts'
import type { Source } from './sources.ts'

/** Rows that are looked at before others have their turn: about a millisecond. */
const rowsPerTurn = 200_000

/** The groups of a plan in one of its ranges. */
export interface RangeGroups {
  readonly groups: Groups
  /** Whether networks reported the range without figures for a group that has no rows. */
  readonly isReported: (group: number) => boolean
}

/** @param space of the plan's own days */
export async function rangeGroups(
  range: PlanRange,
  plan: ReportPlan,
  space: GroupSpace,
  source: Source,
): Promise<RangeGroups> {
  const groups = new Groups(space, plan.sums, periodsIn(range, plan, space))
  await addUp(groups, source)
  const isOfPairs = range !== 'current' && plan.comparedPairs !== undefined
  if (isOfPairs) return { groups, isReported: comparedIn(plan, space) }
  return { groups, isReported: await reportedIn(range, plan, space, source) }
}

/** Tells which groups have days that are compared. */
function comparedIn(
  { dimensions, comparedPairs }: ReportPlan,
  space: GroupSpace,
): (group: number) => boolean {
  const time = timeOf(dimensions)
  const networks = space.axes.find(({ dimension }) => dimension === 'network')
  const known = new Set<string>()
  for (const [network, pairs] of comparedPairs!) {
    const code = networks?.labels?.indexOf(network)
    for (const { day } of pairs) known.add(`${time && periodOf(time, day)} ${code}`)
  }
  return (group) => {
    const codes = space.codesAt(group)
    return known.has(`${time && codes[time]} ${codes.network}`)
  }
}

/** Tells which groups are of reported slices, whatever formats or countries these have. */
async function reportedIn(
  range: PlanRange,
  plan: ReportPlan,
  space: GroupSpace,
  { slices }: Source,
): Promise<(group: number) => boolean> {
  // Slices without a row were not reported.
  if (!slices) return () => false
  const shared = plan.dimensions.filter((one) => one !== 'format' && one !== 'country')
  const ofSlices = groupSpace(plan, slices, shared, plan.days)
  const groups = new Groups(ofSlices, [], periodsIn(range, plan, ofSlices))
  await addUp(groups, slices)
  const keyOf = (from: GroupSpace, group: number) => {
    const codes = from.codesAt(group)
    return shared.map((dimension) => codes[dimension]).join(' ')
  }
  const known = new Set(Array.from(presentIn(groups.present), (one) => keyOf(ofSlices, one)))
  return (group) => known.has(keyOf(space, group))
}

/** All groups that rows of some dimensions may have. */
export const groupSpace = (
  plan: ReportPlan,
  source: Source,
  dimensions: readonly Dimension[],
  days: DaySpan,
): GroupSpace =>
  new GroupSpace(plan, dimensions, days, (dimension) => {
    if (dimension !== 'app') return source.valuesOf(dimension)
    return { codes: coveredApps(plan, source), labels: null }
  })

/** Apps that a group of the order does not have are not covered. */
function coveredApps({ apps, order, appGroups }: ReportPlan, source: Source): readonly number[] {
  const all = apps ?? source.apps
  const ranked = order?.some(({ by }) => by === 'app') ? appGroups?.app?.codes : undefined
  return ranked ? all.filter((app) => ranked.has(app)) : all
}

/** Adds up all rows of a source, in turns with other work. */
export async function addUp(groups: Groups, source: Source): Promise<void> {
  let rows = 0
  for (const added of source.addTo(groups)) {
    rows += added
    if (rows < rowsPerTurn) continue
    rows = 0
    await nextTurn()
  }
}
