import { periodOf } from '../../reporting/periods.ts'
import { addDays, type Day } from '../../values/day.ts'
import type { AccountSlices } from './account-slices.ts'
import { monthSpan } from './block.ts'
import type { Series } from './slice-series.ts'

/** Apps whose blocks of a month are read at once. */
const appsPerRead = 16
/** Months of all apps together that are read without being asked for: a year and the month before. */
const latestMonthsOfAll = 13
/** The same of single apps. */
const latestMonths = 2

/** Some apps, or all apps together, in one month. */
export type AppsInMonth = readonly [apps: readonly number[] | null, month: Day]

/**
 * The latest year of all apps together, then each app in the month of the latest figures and in the one
 * before. Apps without figures in a month have none.
 *
 * @param until figures of later days are no measure: their days are mistaken
 */
export function* latestBlocks({ apps, all }: AccountSlices, until: Day): Generator<AppsInMonth> {
  const latest = apps.size === 0 ? null : latestDay(all.all, until)
  if (latest === null) return
  const months: Day[] = []
  for (let day = latest; months.length < latestMonthsOfAll; day = addDays(months.at(-1)!, -1)) {
    if (months.length > 0 && day < all.all.firstDay) break
    months.push(periodOf('month', day))
  }
  for (const month of months) yield [null, month]
  for (const month of months.slice(0, latestMonths)) {
    const { firstDay, lastDay } = monthSpan(month)
    const ofMonth = [...apps].filter(
      ([, { all: ofApp }]) => ofApp.firstDay <= lastDay && ofApp.lastDay >= firstDay,
    )
    for (const batch of batchesOf(ofMonth.map(([app]) => app))) yield [batch, month]
  }
}

/** The last day with slices. */
function latestDay({ firstDay, lastDay, slices }: Series, until: Day): Day | null {
  for (let day = Math.min(lastDay, until) as Day; day >= firstDay; day = addDays(day, -1)) {
    if (slices[day - firstDay]! > (slices[day - firstDay - 1] ?? 0)) return day
  }
  return null
}

/** Splits apps into those that are read at once. */
export function* batchesOf(apps: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < apps.length; start += appsPerRead) {
    yield apps.slice(start, start + appsPerRead)
  }
}
