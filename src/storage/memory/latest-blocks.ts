import { periodOf } from '../../reporting/periods.ts'
import { addDays, type Day } from '../../values/day.ts'
import type { AccountSlices } from './account-slices.ts'
import { monthSpan } from './block.ts'
import { readAppsIn, readMonths, type StoredFigures } from './read-figures.ts'
import type { SliceSeries } from './slice-series.ts'

/** Apps whose blocks of a month are read at once. */
const appsPerRead = 16
/** Months of all apps together that are read without being asked for: a year and the month before. */
const latestMonthsOfAll = 13
/** The same of single apps. */
const latestMonths = 2

/** Some apps, or all apps together, in one month. */
export type AppsInMonth = readonly [apps: readonly number[] | null, month: Day]

/** The months that an account has figures in. */
export interface FigureMonths {
  /** At most {@link latestMonthsOfAll}, the latest first. */
  readonly months: readonly Day[]
  /** The apps with figures in one of the {@link latestMonths}. */
  readonly appsIn: (month: Day) => readonly number[]
}

/**
 * The latest year of all apps together, then each app in the month of the latest figures and in the one
 * before. Apps without figures in a month have none.
 */
export function* latestBlocks({ months, appsIn }: FigureMonths): Generator<AppsInMonth> {
  for (const month of months) yield [null, month]
  for (const month of months.slice(0, latestMonths)) {
    for (const batch of appBatches(appsIn(month))) yield [batch, month]
  }
}

/** @param until figures of later days are no measure: their days are mistaken */
export function monthsOfSlices({ apps, all }: AccountSlices, until: Day): FigureMonths {
  const latest = apps.size === 0 ? null : latestDay(all.all, until)
  const months: Day[] = []
  for (let day = latest; day !== null && months.length < latestMonthsOfAll; ) {
    if (months.length > 0 && day < all.all.firstDay) break
    months.push(periodOf('month', day))
    day = addDays(months.at(-1)!, -1)
  }
  const appsIn = (month: Day) => {
    const { firstDay, lastDay } = monthSpan(month)
    return [...apps]
      .filter(([, { all: ofApp }]) => ofApp.firstDay <= lastDay && ofApp.lastDay >= firstDay)
      .map(([app]) => app)
  }
  return { months, appsIn }
}

/** For accounts whose slices do not fit. @param until as above */
export async function monthsOfEngine(figures: StoredFigures, until: Day): Promise<FigureMonths> {
  const months = (await readMonths(figures, until)).slice(0, latestMonthsOfAll)
  const apps = new Map<Day, readonly number[]>()
  for (const month of months.slice(0, latestMonths)) {
    apps.set(month, await readAppsIn(figures, month))
  }
  return { months, appsIn: (month) => apps.get(month) ?? [] }
}

/** The last day with slices. */
function latestDay({ firstDay, lastDay, slices }: SliceSeries, until: Day): Day | null {
  for (let day = Math.min(lastDay, until) as Day; day >= firstDay; day = addDays(day, -1)) {
    if (slices[day - firstDay]! > (slices[day - firstDay - 1] ?? 0)) return day
  }
  return null
}

/** Splits apps into those that are read at once. */
export function* appBatches(apps: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < apps.length; start += appsPerRead) {
    yield apps.slice(start, start + appsPerRead)
  }
}
