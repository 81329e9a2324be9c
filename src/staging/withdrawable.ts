import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import { ImportError } from '../sources/import-error.ts'

/** What an undo has to know of the import that it withdraws. */
export type WithdrawnEntry = Pick<
  LedgerEntry,
  'kind' | 'source' | 'dayZone' | 'report' | 'sliceCount'
>

/**
 * Checks that a ledger entry can be undone.
 *
 * @param entry null when there is none of this id
 * @throws Refusal `no_such_import`, `is_an_undo`, `undone_already`
 */
export function withdrawable(
  id: number,
  entry: WithdrawnEntry | null,
  undos: readonly { readonly id: number; readonly undoes: number }[],
): WithdrawnEntry {
  if (!entry) throw new ImportError(`there is no import ${id}`)
  if (entry.kind === 'undo') {
    throw new ImportError(`${id} is an undo; to have its import again, import the files again`)
  }
  const undo = undos.find(({ undoes }) => undoes === id)
  if (undo) throw new ImportError(`import ${id} is undone already, by ${undo.id}`)
  return entry
}
