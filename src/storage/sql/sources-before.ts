import type { LedgerEntry } from '../../ledger/figure-ledger.ts'

/**
 * Finds the source of the figures that rows of `networkDayChanges` changed. An undo brings back those that the import had
 * replaced.
 */
export function sourcesBefore(
  rows: readonly (readonly unknown[])[],
  entries: ReadonlyMap<number, LedgerEntry>,
): (row: readonly unknown[]) => string | null {
  const keyOf = (entry: unknown, day: unknown, network: unknown) => `${entry} ${day} ${network}`
  const before = new Map(
    rows.map(([id, day, network, one]) => [keyOf(id, day, network), Number(one)]),
  )
  return ([, day, network, earlier]) => {
    let entry = entries.get(Number(earlier))
    while (entry?.kind === 'undo') {
      entry = entries.get(before.get(keyOf(entry.undoes, day, network)) ?? 0)
    }
    const isOfOneSource = entry?.kind === 'import' || entry?.kind === 'revaluation'
    return isOfOneSource ? entry!.source : null
  }
}
