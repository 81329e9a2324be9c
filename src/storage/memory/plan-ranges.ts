import { comparedDay } from '../../reporting/periods.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ComparedPairs } from '../../reporting/report-request.ts'
import type { ComparedPair } from '../../values/compared-range.ts'
import { addDays, type Day } from '../../values/day.ts'
import type { GroupSpace, Period } from './group-space.ts'

/** The other ranges whose sums rows may have: the comparison, and the plan's own on the days that are compared. */
export type OtherRange = 'compared' | 'comparable'
export type PlanRange = 'current' | OtherRange

export function otherRanges({ comparison, comparedPairs }: ReportPlan): readonly OtherRange[] {
  if (!comparison) return []
  return comparedPairs ? ['compared', 'comparable'] : ['compared']
}

/** The days of a range in the periods of the plan's own range. Days of the comparison are laid over those. */
export function periodsIn(
  range: PlanRange,
  plan: ReportPlan,
  space: GroupSpace,
): readonly Period[] {
  const { days, comparison, comparedPairs } = plan
  if (range === 'current') return space.periods
  const isOther = range === 'compared'
  const { firstDay, lastDay } = isOther ? comparison!.days : days
  const networksOf = networksByDay(comparedPairs, isOther ? 'other' : 'day')
  const places = space.periods.flatMap((period) =>
    new Array<number>(period.lastDay - period.firstDay + 1).fill(period.place),
  )
  const periods: Period[] = []
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const ownDay = isOther ? comparedDay({ days, comparison: comparison! }, day) : day
    const place = places[ownDay - days.firstDay]!
    const networks = networksOf(day)
    const last = periods.at(-1)
    if (last?.place === place && last.networks === networks) {
      periods.splice(-1, 1, { ...last, lastDay: day })
    } else periods.push({ firstDay: day, lastDay: day, place, networks })
  }
  return periods
}

/** The networks that are compared on a day, in one set for all days with the same ones; null for all networks. */
function networksByDay(
  pairs: ComparedPairs | undefined,
  of: keyof ComparedPair,
): (day: Day) => ReadonlySet<string> | null {
  if (!pairs) return () => null
  const named = [...pairs].flatMap(([network, some]) =>
    some.map((pair) => [pair[of], network] as const),
  )
  const byDay = Map.groupBy(named, ([day]) => day)
  const sets = new Map<string, ReadonlySet<string>>()
  return (day) => {
    const names = byDay.get(day)?.map(([, network]) => network) ?? []
    const key = JSON.stringify(names)
    const networks = sets.get(key) ?? new Set(names)
    sets.set(key, networks)
    return networks
  }
}
