import type { SettledMonth } from './settled-month.ts'
import { isNothing, unbilledMicros } from './unbilled.ts'

/** `paid`: closed, and nothing is open of any network. */
export const monthStates = ['open', 'closed', 'paid'] as const

export type MonthState = (typeof monthStates)[number]

/** The state of a month. @param networks its networks; none for an open month */
export function monthState(networks: readonly SettledMonth[]): MonthState {
  if (!networks.some(({ isClosed }) => isClosed)) return 'open'
  return networks.every(isSettled) ? 'paid' : 'closed'
}

/** Whether nothing of a month is open: of its bill, or of its revenue when there is none. */
const isSettled = (month: SettledMonth): boolean =>
  month.openInCurrencyMicros === null
    ? unbilledMicros(month) === null
    : isNothing(month.openInCurrencyMicros, month.currency)
