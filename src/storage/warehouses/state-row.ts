import type { TableRow } from '../../warehouse/tables.ts'
import type { CopyState } from '../../warehouse/warehouse.ts'

/** A state as a row of `adtally_state`, in the order of its columns after the account. */
export const stateRow = (state: CopyState): TableRow => ({
  installation: state.installation,
  generation: state.generation,
  entry: state.entry,
  as_of: state.asOfMs,
  currency: state.currency,
  keeps_history: state.keepsHistory,
  apps_mark: state.appsMark,
})

/** @param cells those of {@link stateRow}, in the same order; times in milliseconds since 1970 */
export function stateIn(cells: readonly unknown[]): CopyState {
  const [installation, generation, entry, asOf, currency, keepsHistory, appsMark] = cells
  return {
    installation: String(installation),
    generation: Number(generation),
    entry: Number(entry),
    asOfMs: asOf === null ? null : Number(asOf),
    currency: String(currency),
    keepsHistory: keepsHistory === true,
    appsMark: String(appsMark),
  }
}
