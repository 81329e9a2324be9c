import type { Sum } from './stored-sums.ts'

/** The unit of a metric. Money is in the account's currency. */
export type Unit = 'count' | 'average' | 'money' | 'cents' | 'ratio'

/** A value that a report shows: `of × factor ÷ per`, rounded once to `decimals` places. */
export interface Metric {
  /** Its name in reports; absent for those of the interfaces before them. */
  readonly name?: string
  readonly title: string
  readonly unit: Unit
  readonly of: Sum
  /** Turns the quotient into units of the last decimal place. */
  readonly factor: number
  readonly per: Sum | number
  readonly decimals: number
  /** The rows that know it: without any, the metric is unknown. Absent: unknown counts are zeros. */
  readonly known?: Sum
  readonly description: string
}
