import { comparedDay, periodsOf } from '../../reporting/periods.ts'
import { answerTooLarge } from '../../reporting/report-error.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import { noApp } from '../../reporting/settled-revenue.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { addUp, coveredRows, type SettledSums, type SummedRow } from './add-up.ts'

/** A row of an answer: the codes of the plan's dimensions, and its sums in each range; null without rows there. */
export interface AnsweredRow {
  readonly codes: readonly number[]
  readonly current: SettledSums | null
  readonly compared: SettledSums | null
}

export type Range = 'current' | 'compared'

/** They are made at once, and other work waits meanwhile. */
const maxFilledRows = 50_000

/** The rows of both ranges by their dimensions. Those of the comparison are laid over the plan's own months. */
export function groupRows(plan: ReportPlan): AnsweredRow[] {
  const { days, comparison, dimensions, fillDays } = plan
  const networks = networksOf(plan)
  const groups = new Map<string, Group>()
  const groupAt = (codes: readonly number[]): Group => {
    const key = codes.join(' ')
    const group = groups.get(key) ?? { codes, current: [], compared: [] }
    groups.set(key, group)
    return group
  }
  const add = (row: SummedRow, month: Day, range: Range) => {
    const codes = codesOf({ ...row, month }, plan, networks)
    if (codes) groupAt(codes)[range].push(row.sums)
  }
  for (const row of coveredRows(plan)) {
    const { month } = row
    if (isWithin(month, days)) add(row, month, 'current')
    if (comparison && isWithin(month, comparison.days)) {
      add(row, comparedDay({ days, comparison }, month), 'compared')
    }
  }
  if (dimensions.length === 0) groupAt([])
  if (fillDays) for (const codes of filled([...groups.values()], plan)) groupAt(codes)
  return [...groups.values()].map(({ codes, current, compared }) => ({
    codes,
    current: addUp(current),
    compared: addUp(compared),
  }))
}

interface Group {
  readonly codes: readonly number[]
  readonly current: SettledSums[]
  readonly compared: SettledSums[]
}

const isWithin = (month: Day, { firstDay, lastDay }: DaySpan): boolean =>
  month >= firstDay && month <= lastDay

/** The codes of a row's dimensions, which ascend in the order of rows; null where it is not covered. */
function codesOf(
  row: SummedRow,
  { dimensions, appGroups }: ReportPlan,
  networks: readonly string[],
): number[] | null {
  const codes = dimensions.map((dimension) => {
    if (dimension === 'month') return row.month
    if (dimension === 'app') return row.app
    if (dimension === 'network') return networks.indexOf(row.network)
    return groupOf(row.app, appGroups?.[dimension as 'appName' | 'platform'])
  })
  return codes.some((code) => code === undefined) ? null : (codes as number[])
}

type Groups = NonNullable<ReportPlan['appGroups']>['app']

/** The code of an app's group. Amounts of no app come after all groups. */
export const groupOf = (app: number, group: Groups): number | undefined =>
  app === noApp ? (group?.labels.length ?? 0) : group?.codes.get(app)

/** The networks of all rows, in the order of rows. */
export const networksOf = ({ settled = [] }: ReportPlan): string[] =>
  [...new Set(settled.map(({ network }) => network))].sort(compareUtf8)

/** Every combination of the other dimensions in each month. The month comes first. */
function filled(groups: readonly Group[], { dimensions, days }: ReportPlan) {
  const others = new Map(groups.map(({ codes: [, ...rest] }) => [rest.join(' '), rest]))
  const each = dimensions.length === 1 ? [[]] : [...others.values()]
  const months = periodsOf('month', days)
  if (each.length * months.length > maxFilledRows) {
    throw answerTooLarge(new RangeError(`${each.length} rows in ${months.length} months`))
  }
  return months.flatMap((month) => each.map((rest) => [month, ...rest]))
}
