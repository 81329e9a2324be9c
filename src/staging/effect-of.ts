import { type ChangedSlices, daysOf, sumOf } from './read-changes.ts'
import type { ImportEffect } from './slice-store.ts'

type OfChanges =
  | 'rows'
  | 'slices'
  | 'replacedSlices'
  | 'unchangedSlices'
  | 'changes'
  | 'firstDay'
  | 'lastDay'
  | 'impressions'
  | 'revenueMicros'

/**
 * The effect that follows from the changes of slices.
 *
 * @param owners the accounts of secondary reports
 * @param isPartial whether rows are added to the slices: what the slices had before is not the import's
 */
export function effectOf(
  changes: readonly ChangedSlices[],
  owners: ReadonlyMap<number, number>,
  isPartial: boolean,
): Pick<ImportEffect, OfChanges> {
  const stated = changes.filter(({ isStated, change }) => isStated && change !== 'removed')
  const replaced = stated.filter(({ change }) => change !== 'added')
  let impressions = 0n
  const revenueMicros = new Map<number, bigint>()
  for (const one of stated) {
    const broughtOf = (sum: 'impressions' | 'revenueMicros') =>
      one.isCounted ? one[sum].after - (isPartial ? one[sum].before : 0n) : 0n
    const accountId = owners.get(one.account) ?? one.account
    impressions += broughtOf('impressions')
    revenueMicros.set(accountId, (revenueMicros.get(accountId) ?? 0n) + broughtOf('revenueMicros'))
  }
  return {
    rows: sumOf(stated, 'rows'),
    slices: sumOf(stated),
    replacedSlices: sumOf(replaced),
    unchangedSlices: sumOf(replaced.filter(({ change }) => change === 'unchanged')),
    changes,
    ...daysOf(stated),
    impressions,
    revenueMicros,
  }
}
