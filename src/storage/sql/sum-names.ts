import { type Sum, sums } from '../../reporting/metrics.ts'
import { snakeCase } from '../../values/letter-case.ts'

/** The names of sums as columns, such as `revenue_micros`. */
export const sumNames = Object.fromEntries(sums.map((sum) => [sum, snakeCase(sum)])) as Readonly<
  Record<Sum, string>
>
