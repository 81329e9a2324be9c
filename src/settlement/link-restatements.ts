import { share, smallestMicros, sum } from './amounts.ts'
import type { Restatement } from './settled-month.ts'
import type { PlacedPart } from './statement-line.ts'

/** Restatements with their adjustments, and the adjustments that are in the figures. */
export interface LinkedRestatements {
  readonly restatements: readonly Restatement[]
  readonly linked: ReadonlySet<PlacedPart>
}

/**
 * Finds the adjustments that networks made on a statement and in their reports: such a deduction counts once. An
 * adjustment belongs to a restatement of the same amount, or to all that are left together, compared in the smallest unit
 * of the account's currency. The earliest adjustments choose first. What a person said about one comes before the rule.
 *
 * @param adjustments in their order
 */
export function linkRestatements(
  restatements: readonly Omit<Restatement, 'line'>[],
  adjustments: readonly PlacedPart[],
  currency: string,
): LinkedRestatements {
  const unit = smallestMicros(currency)
  const inUnits = (micros: bigint) => share(micros, 1n, unit)
  const lineOf = new Map<Omit<Restatement, 'line'>, number>()
  const linked = new Set<PlacedPart>()
  for (const part of answeredFirst(adjustments)) {
    const { isRestated, id } = part.line
    const amount = inUnits(part.valueMicros)
    if (isRestated) linked.add(part)
    if (isRestated === false || amount === 0n) continue
    const left = restatements.filter((one) => !lineOf.has(one))
    const same = left.find(({ amountMicros }) => inUnits(amountMicros) === amount)
    const isAll = inUnits(sum(left.map(({ amountMicros }) => amountMicros))) === amount
    const found = same ? [same] : left.length > 0 && isAll ? left : []
    for (const one of found) lineOf.set(one, id)
    if (found.length > 0) linked.add(part)
  }
  return {
    restatements: restatements.map((one) => ({ ...one, line: lineOf.get(one) ?? null })),
    linked,
  }
}

const answeredFirst = (adjustments: readonly PlacedPart[]): PlacedPart[] => [
  ...adjustments.filter(({ line }) => line.isRestated),
  ...adjustments.filter(({ line }) => !line.isRestated),
]
