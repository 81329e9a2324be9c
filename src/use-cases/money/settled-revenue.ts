import type { Accounts } from '../../records/accounts.ts'
import type {
  SettlementStore,
  StoredSettlement,
} from '../../records/settlement/settlement-store.ts'
import type { SettledRevenue, SettledRow } from '../../reporting/settled-revenue.ts'
import { placeParts } from '../../settlement/settle.ts'
import { dueDay, type PaymentTerms, termsFor } from '../../settlement/terms.ts'
import { usualTermsFor } from '../../settlement/usual-terms.ts'
import { type Day, dayOf } from '../../values/day.ts'

/** Reads closed and paid revenue from closes and statements. */
export function settledRevenueOf(
  settlement: SettlementStore,
  accounts: Pick<Accounts, 'byId'>,
  now: () => Date,
): SettledRevenue {
  return {
    rows: async (id) => {
      const stored = await settlement.read(id)
      const account = await accounts.byId(id)
      const today = dayOf(now().getTime())
      const usual = usualTermsFor(account?.currency ?? 'USD')
      const termsOf = (network: string, month: Day) => termsFor(stored.terms, usual, network, month)
      const rows = rowsOf(stored, today, termsOf)
      // Terms tell what is due today.
      return { version: `${stored.version} ${today}`, rows }
    },
  }
}

type Amounts = Pick<SettledRow, 'closedMicros' | 'paidMicros'>

/** A row for each network, month and app; payments of no known app have one of their own. */
function rowsOf(
  { closes, lines }: StoredSettlement,
  today: Day,
  termsOf: (network: string, month: Day) => PaymentTerms | null,
): SettledRow[] {
  const places = new Map<string, Map<number | null, Amounts>>()
  const place = (network: string, month: Day) => {
    const key = `${month} ${network}`
    const found = places.get(key) ?? new Map<number | null, Amounts>()
    places.set(key, found)
    return found
  }
  for (const { figures } of closes) {
    for (const { network, month, app, revenueMicros } of figures) {
      place(network, month).set(app, { closedMicros: revenueMicros, paidMicros: null })
    }
  }
  const parts = placeParts(lines)
  const firstMonths = new Map<string, Day>()
  for (const { network, month } of parts) {
    firstMonths.set(network, Math.min(month, firstMonths.get(network) ?? month) as Day)
  }
  for (const { network, month, app, line, valueMicros } of parts) {
    const sign = line.kind === 'payment' ? 1n : line.kind === 'reversal' ? -1n : null
    if (sign === null) continue
    const found = place(network, month)
    const before = found.get(app) ?? { closedMicros: null, paidMicros: null }
    found.set(app, { ...before, paidMicros: (before.paidMicros ?? 0n) + sign * valueMicros })
  }
  return [...places].flatMap(([key, apps]) => {
    const [first, network = ''] = key.split(' ')
    const month = Number(first) as Day
    const isFollowed = month >= (firstMonths.get(network) ?? Number.POSITIVE_INFINITY)
    const isPaid = [...apps.values()].some(({ paidMicros }) => paidMicros !== null)
    // Nothing was paid of a month that statements of the network are about, or one before.
    if (isFollowed && !isPaid) apps.set(null, { closedMicros: null, paidMicros: 0n })
    const terms = termsOf(network, month)
    const isDue = isPaid || (isFollowed && terms !== null && dueDay(month, terms) < today)
    return [...apps].map(([app, amounts]) => ({ network, month, app, ...amounts, isDue }))
  })
}
