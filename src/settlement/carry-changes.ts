import { sum } from './amounts.ts'
import type { CarriedChange, MonthClose } from './month-close.ts'
import { keyOf, type SettledMonth } from './settled-month.ts'

/**
 * The changes of closed months that no close has booked. The next close books them, so that each counts once.
 *
 * @param months settled from the same closes
 */
export function carryChanges(
  months: readonly SettledMonth[],
  closes: readonly MonthClose[],
): CarriedChange[] {
  const booked = Map.groupBy(
    closes.flatMap(({ carried }) => carried),
    keyOf,
  )
  return months
    .filter(({ isClosed }) => isClosed)
    .flatMap((settled) => {
      const before = booked.get(keyOf(settled)) ?? []
      return restOf(settled, before)
    })
}

/** What of a month's restatements is not among those that were booked. */
function restOf(
  { network, month, restatements, restatedMicros }: SettledMonth,
  before: readonly CarriedChange[],
): CarriedChange[] {
  const left = restatedMicros - sum(before.map(({ amountMicros }) => amountMicros))
  const entries = new Set(before.map(({ entry }) => entry))
  const fresh = restatements
    .filter(({ entry }) => entry !== null && !entries.has(entry))
    .map(({ entry, amountMicros }) => ({ network, month, entry, amountMicros }))
  const rest = left - sum(fresh.map(({ amountMicros }) => amountMicros))
  return rest === 0n ? fresh : [...fresh, { network, month, entry: null, amountMicros: rest }]
}
