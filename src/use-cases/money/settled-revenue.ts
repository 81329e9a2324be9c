import type { SettledRevenue, SettledRow } from '../../reporting/settled-revenue.ts'
import { expectPayments } from '../../settlement/expect-payments.ts'
import { countsInRatio } from '../../settlement/paid-ratio.ts'
import { placeParts } from '../../settlement/settle.ts'
import { keyOf, type SettledMonth } from '../../settlement/settled-month.ts'
import { formatDay } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { lateDaysIn } from './money-view.ts'
import { type OpenBooks, openBooks } from './open-books.ts'

/** Closed and paid revenue as the books of an account have it. @param services are there once a question is asked */
export function settledRevenueOf(services: () => Services): SettledRevenue {
  return {
    rows: async (id) => {
      const account = await services().accounts.byId(id)
      if (!account) return { version: '', rows: [] }
      const books = await openBooks(services(), account, new AbortController().signal)
      const { stored, scope, rules } = books
      // What is late depends on the day, and on the figures of months without a statement.
      const version = `${stored.version} ${scope.state.version} ${formatDay(rules.today)}`
      return { version, rows: rowsOf(books) }
    },
  }
}

type Amounts = Pick<SettledRow, 'closedMicros' | 'paidMicros'>

/** A row for each network, month and app. Payments of no known app have a row of their own. */
function rowsOf({ months, books, rules }: OpenBooks): SettledRow[] {
  const late = lateDaysIn(expectPayments(months, rules))
  const isLate = (one: SettledMonth) => (late.get(keyOf(one))?.days ?? 0) > 0
  const closedOf = Map.groupBy(
    books.closes.flatMap(({ figures }) => figures),
    keyOf,
  )
  const partsOf = Map.groupBy(placeParts(books.lines), keyOf)
  return months.flatMap((one) => {
    const { network, month, paidMicros } = one
    const covered = books.termsOf(network, month)?.apps ?? null
    const amounts = new Map<number | null, Amounts>()
    for (const { app, revenueMicros } of closedOf.get(keyOf(one)) ?? []) {
      if (covered && !covered.includes(app)) continue
      amounts.set(app, { closedMicros: revenueMicros, paidMicros: null })
    }
    for (const { app, line, valueMicros } of partsOf.get(keyOf(one)) ?? []) {
      if (line.kind !== 'payment' && line.kind !== 'reversal') continue
      const before = amounts.get(app) ?? { closedMicros: null, paidMicros: null }
      const paid = line.kind === 'payment' ? valueMicros : -valueMicros
      amounts.set(app, { ...before, paidMicros: (before.paidMicros ?? 0n) + paid })
    }
    const isSaid = [...amounts.values()].some((row) => row.paidMicros !== null)
    if (paidMicros !== null && !isSaid) amounts.set(null, { closedMicros: null, paidMicros })
    const isDue = countsInRatio(one, isLate(one))
    return [...amounts].map(([app, row]) => ({ network, month, app, ...row, isDue }))
  })
}
