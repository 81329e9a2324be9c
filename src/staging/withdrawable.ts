import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import { refuse } from '../ledger/refusals.ts'

/** What an undo has to know of the import that it withdraws. */
export type WithdrawnEntry = Pick<
  LedgerEntry,
  'kind' | 'source' | 'dayZone' | 'report' | 'sliceCount'
>

/**
 * Checks that a ledger entry can be undone.
 *
 * @param entry null when there is none of this id
 * @throws Refusal `unknown_import`, `import_is_undo`, `import_undone`
 */
export function withdrawable(
  id: number,
  entry: WithdrawnEntry | null,
  undos: readonly { readonly id: number; readonly undoes: number }[],
): WithdrawnEntry {
  if (!entry) throw refuse('unknown_import', { id })
  if (entry.kind === 'undo') throw refuse('import_is_undo', { id })
  const undo = undos.find(({ undoes }) => undoes === id)
  if (undo) throw refuse('import_undone', { id, undo: undo.id })
  return entry
}
