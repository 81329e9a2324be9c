import { type Sum, sums } from '../../reporting/metrics.ts'

/** The names of sums as columns, such as `revenue_micros`. */
export const sumNames = Object.fromEntries(
  sums.map((sum) => [sum, sum.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
) as Readonly<Record<Sum, string>>
