import type { FactKind } from '../facts/fact-kind.ts'
import { factKinds } from '../facts/kinds.ts'
import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import type { NewLedgerEntry } from '../ledger/journal.ts'
import type { UndoEffect } from './plan-undo.ts'
import { daysOf, sumOf } from './read-changes.ts'

/** An undo in all kinds of fact. */
export interface UndoneKinds {
  readonly effect: UndoEffect
  /** The ledger entry of the undo, without the time of its commit. */
  readonly record: Omit<NewLedgerEntry, 'committedAtMs'>
}

/**
 * Undoes an entry in one kind of fact after the other: each has the tables of the scratch for itself.
 *
 * @param undone the entry that is withdrawn
 * @param undoKind plans the undo of a kind and writes it
 */
export async function undoKinds(
  undone: LedgerEntry,
  undoKind: (kind: FactKind) => Promise<UndoEffect>,
): Promise<UndoneKinds> {
  let effect: UndoEffect = { rows: 0, restored: 0, removed: 0, kept: 0, changes: [] }
  for (const kind of Object.values(factKinds)) {
    const { rows, restored, removed, kept, changes } = await undoKind(kind)
    effect = {
      rows: effect.rows + rows,
      restored: effect.restored + restored,
      removed: effect.removed + removed,
      kept: effect.kept + kept,
      changes: [...effect.changes, ...changes],
    }
  }
  return { effect, record: recordOf(undone, effect) }
}

const recordOf = (
  { id, source, dayZone, report }: LedgerEntry,
  { rows, changes }: UndoEffect,
): UndoneKinds['record'] => ({
  kind: 'undo',
  undoes: id,
  subject: null,
  source,
  dayZone,
  report,
  files: [],
  hashes: [],
  request: null,
  rowCount: rows,
  sliceCount: sumOf(changes),
  ...daysOf(changes),
})
