import { smallestMicros } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'

/** `paid`: closed, and nothing is open of any network. */
export const monthStates = ['open', 'closed', 'paid'] as const

export type MonthState = (typeof monthStates)[number]

/** The state of a month. @param networks its networks; none for an open month */
export function monthState(networks: readonly SettledMonth[]): MonthState {
  if (!networks.some(({ isClosed }) => isClosed)) return 'open'
  return networks.every(isSettled) ? 'paid' : 'closed'
}

/** Whether a network billed a month and paid it, to less than the smallest amount that it pays. */
function isSettled({ openInCurrencyMicros: open, currency, ...month }: SettledMonth): boolean {
  if (open === null) return month.reportedMicros === 0n && month.restatedMicros === 0n
  const size = open < 0n ? -open : open
  return size < smallestMicros(currency)
}
