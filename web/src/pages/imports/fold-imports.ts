import { formatMicros } from '../../../../src/values/decimal.ts'
import type { ImportAnswer } from '../../api/wire.ts'
import { microsOf } from '../../figures/micros.ts'

/** An import, or the imports of a day that connections fetched. */
export interface Line {
  readonly key: string
  /** Newest first. */
  readonly imports: readonly ImportAnswer[]
  /** Of one import, or of all that are not undone; of all if every one is. */
  readonly sum: Changes
}

type Changes = Pick<
  ImportAnswer,
  | ('first_day' | 'last_day' | 'networks' | 'impressions' | 'revenue' | 'totals')
  | ('slices_added' | 'slices_restated' | 'slices_removed')
>

/**
 * A line for each import, but one a day for those that connections fetched. Those of secondary reports have a line of
 * their own, because they change no totals.
 *
 * @param imports newest first; each line has the place of its newest import
 * @param dayOf the reader's day of an instant
 */
export function foldImports(
  imports: readonly ImportAnswer[],
  dayOf: (instant: string) => string,
): Line[] {
  const lines = Map.groupBy(imports, (one) =>
    one.is_fetched ? `${dayOf(one.committed_at)} ${one.report !== null}` : `${one.id}`,
  )
  return [...lines].map(([key, some]) => ({ key, imports: some, sum: sumOf(some) }))
}

function sumOf(imports: readonly ImportAnswer[]): Changes {
  const [only] = imports
  if (imports.length === 1) return only!
  const current = imports.filter((one) => one.undone_by === null)
  const counted = current.length === 0 ? imports : current
  const totals = totalsOf(counted)
  return {
    ...(totals && { totals }),
    first_day: counted.map((one) => one.first_day).sort()[0]!,
    last_day: counted
      .map((one) => one.last_day)
      .sort()
      .at(-1)!,
    networks: [...new Set(counted.flatMap((one) => one.networks))],
    slices_added: counted.reduce((sum, one) => sum + one.slices_added, 0),
    slices_restated: counted.reduce((sum, one) => sum + one.slices_restated, 0),
    slices_removed: counted.reduce((sum, one) => sum + one.slices_removed, 0),
    impressions: String(counted.reduce((sum, one) => sum + BigInt(one.impressions), 0n)),
    revenue: formatMicros(counted.reduce((sum, one) => sum + microsOf(one.revenue), 0n)),
  }
}

/** Of figures that are not of ads, such as users, by their names; undefined without any. */
function totalsOf(imports: readonly ImportAnswer[]): Changes['totals'] {
  const all = imports.flatMap((one) => Object.entries(one.totals ?? {}))
  if (all.length === 0) return undefined
  const byName = Map.groupBy(all, ([name]) => name)
  return Object.fromEntries(
    [...byName].map(([name, some]) => [
      name,
      String(some.reduce((sum, [, total]) => sum + BigInt(total), 0n)),
    ]),
  )
}
