import {
  type FiguresOfTime,
  type Looked,
  type NetworkDay,
  weeksBack,
} from '../../src/alerts/looked.ts'
import type { Amounts } from '../../src/insight/amounts.ts'
import { addDays, dayMs, parseDay } from '../../src/values/day.ts'

export const today = parseDay('2026-05-14')!

/** Whole money; a thousandth of it in impressions where nothing is said, so that eCPM is 1. */
export interface Cell {
  readonly revenue: number
  readonly impressions?: number
  readonly apps?: Readonly<Record<number, number>>
  readonly countries?: Readonly<Record<string, number>>
}

/** What networks had reported at a time, by the age of the day then: 1 is yesterday. */
export type Reports = Readonly<Record<string, Readonly<Record<number, Cell>>>>

/** A network that has reported each of the last five weeks, up to yesterday. @param cell by the age of a day */
export const steady = (cell: (age: number) => Cell | null): Record<number, Cell> =>
  Object.fromEntries(
    Array.from({ length: 37 }, (_, place) => [place + 1, cell(place + 1)] as const).filter(
      (one): one is readonly [number, Cell] => one[1] !== null,
    ),
  )

/** A look today. @param weekly what was reported at the same hour of each week before; null for nothing stored */
export function lookOf(
  now: Reports,
  weekly: (weeks: number) => Reports | null,
  dayBefore: Reports | null = null,
  weeklyDayBefore: (weeks: number) => Reports | null = () => null,
): Looked {
  const eachWeek = (reportsOf: typeof weekly, age: number) =>
    Array.from({ length: weeksBack }, (_, place) => {
      const reports = reportsOf(place + 1)
      return reports && figuresOf(reports, -7 * (place + 1) - age)
    })
  return {
    atMs: today * dayMs,
    today,
    now: figuresOf(now, 0),
    weeks: eachWeek(weekly, 0),
    dayBefore: dayBefore && figuresOf(dayBefore, -1),
    weeksDayBefore: eachWeek(weeklyDayBefore, 1),
    forecasts: [],
  }
}

const figuresOf = (reports: Reports, shift: number): FiguresOfTime =>
  new Map(
    Object.entries(reports).map(([network, days]) => [
      network,
      new Map(
        Object.entries(days).map(([age, cell]) => [
          addDays(today, shift - Number(age)),
          dayOf(cell),
        ]),
      ),
    ]),
  )

const dayOf = ({ revenue, impressions, apps = {}, countries = {} }: Cell): NetworkDay => ({
  all: amounts(revenue, impressions),
  apps: new Map(Object.entries(apps).map(([key, of]) => [Number(key), amounts(of)])),
  countries: new Map(Object.entries(countries).map(([key, of]) => [key, amounts(of)])),
})

const amounts = (revenue: number, impressions = 1_000 * revenue): Amounts => ({
  impressions: BigInt(impressions),
  revenueMicros: BigInt(revenue * 1_000_000),
})
