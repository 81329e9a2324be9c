import type { PlanTable, ReportPlan } from '../../src/reporting/report-plan.ts'
import type { Dimension } from '../../src/reporting/report-request.ts'
import { addDays, type Day, parseDay } from '../../src/values/day.ts'
import type { Figure } from './stored-figures.ts'

/** A day of March 2026; larger numbers continue into April. */
export const march = (date: number): Day => addDays(parseDay('2026-03-01')!, date - 1)

/** All figures of account 1 from the first to the ninth of March. */
export const base: ReportPlan = {
  table: 'figures',
  account: 1,
  apps: null,
  days: { firstDay: march(1), lastDay: march(9) },
  filters: {},
  dimensions: [],
  sums: ['impressions', 'clicks', 'installs', 'revenueMicros'],
  sorted: true,
  totals: null,
}

/** A row of account 1 of the first of March. */
export const figure = (more: Partial<Figure>): Figure => ({
  day: march(1),
  app: 11,
  network: 'admob',
  format: 'video',
  country: 'US',
  impressions: 1n,
  clicks: 0n,
  installs: 0n,
  revenueMicros: 0n,
  ...more,
})

export const tables: PlanTable[] = ['figures', 'slices']
/** The dimensions of slices. */
export const coarse: Dimension[] = ['day', 'app', 'network']
/** The dimensions of figures. */
export const fine: Dimension[] = [...coarse, 'format', 'country']

/** Every set of dimensions, in order, with the tables that can answer it. */
export const groupings: [table: PlanTable, dimensions: Dimension[]][] = [
  ...subsets(fine).map((set): [PlanTable, Dimension[]] => ['figures', set]),
  ...subsets(coarse).map((set): [PlanTable, Dimension[]] => ['slices', set]),
]

export function subsets<Item>([first, ...rest]: Item[]): Item[][] {
  if (first === undefined) return [[]]
  const without = subsets(rest)
  return [...without, ...without.map((set) => [first, ...set])]
}
