import { sum } from './amounts.ts'
import type { ExpectedPayment } from './expect-payments.ts'

/** The last days late of each bucket of an ageing table. */
export const ageingDays = [0, 30, 60, 90, Number.POSITIVE_INFINITY] as const

/** What a network owes, by how late it is. */
export interface Ageing {
  readonly network: string
  /** Not late, and up to each of {@link ageingDays}, in micros of the account's currency. */
  readonly amountsMicros: readonly bigint[]
}

/** The ageing table of expected payments, by network. */
export function ageingOf(payments: readonly ExpectedPayment[]): Ageing[] {
  const byNetwork = Map.groupBy(payments, ({ network }) => network)
  const all = [...byNetwork].map(([network, own]) => {
    const amountsMicros = ageingDays.map((last, bucket) => {
      const after = bucket === 0 ? -1 : ageingDays[bucket - 1]!
      const found = own.filter(({ lateDays }) => lateDays > after && lateDays <= last)
      return sum(found.map(({ amountMicros }) => amountMicros))
    })
    return { network, amountsMicros }
  })
  return all.sort((a, b) => (a.network < b.network ? -1 : 1))
}
