import type { Cell, Cells, ReportResult } from '../../reports/report.ts'
import { rangeOf } from './ltv-range.ts'
import type { RoasAtAge } from './payback.ts'

/** The metric of all revenue, and that of ads alone. */
const pairs = { roas: ['roas', 'ad_roas'], ltv: ['ltv', 'ad_ltv'] } as const
export type Returned = (typeof pairs)[keyof typeof pairs][number]

/** With other revenue where all cohorts know it; else of ads alone, so that cohorts are not left out. */
export function returnedMetric(
  { rows, partlyKnown }: Pick<ReportResult, 'rows' | 'partlyKnown'>,
  of: keyof typeof pairs,
): Returned {
  const [all, ads] = pairs[of]
  const isKnown = rows.every((row) => row[all] != null || row[ads] == null)
  return isKnown && !partlyKnown.includes(all) ? all : ads
}

/** The figures of an age. */
export interface AgeRow {
  readonly age: number
  readonly ltv: Cell
  /** The 10th and the 90th percentile over weeks of install; null for too few weeks. */
  readonly range: readonly [low: number, high: number] | null
  readonly users: Cell
  readonly retention: Cell
}

/** The ages that some cohort has reached. @param weekly the same by week of install */
export function ageRows(
  rows: readonly Cells[],
  weekly: readonly Cells[],
  metric: Returned,
): AgeRow[] {
  const weeks = Map.groupBy(weekly, ({ age }) => age)
  return rows
    .map((row) => ({
      age: Number(row.age),
      ltv: row[metric] ?? null,
      range: rangeOf((weeks.get(row.age!) ?? []).flatMap((week) => numberIn(week, metric))),
      users: row.cohort_users ?? null,
      retention: row.retention ?? null,
    }))
    .sort((a, b) => a.age - b.age)
}

/** The known ROAS of each channel. */
export function roasByChannel(
  rows: readonly Cells[],
  metric: Returned,
): ReadonlyMap<string, readonly (RoasAtAge & { readonly cell: string })[]> {
  const found = new Map<string, (RoasAtAge & { readonly cell: string })[]>()
  for (const { channel, age, [metric]: cell } of rows) {
    const own = found.get(channel!) ?? []
    found.set(channel!, own)
    if (cell != null) own.push({ age: Number(age), roas: Number(cell), cell })
  }
  return found
}

const numberIn = (row: Cells, name: string): number[] =>
  row[name] == null ? [] : [Number(row[name])]
