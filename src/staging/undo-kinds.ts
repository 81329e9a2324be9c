import type { FactKind } from '../facts/fact-kind.ts'
import { factKinds } from '../facts/kinds.ts'
import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import type { NewLedgerEntry } from '../ledger/journal.ts'
import type { UndoEffect } from './plan-undo.ts'
import { withOtherKind } from './touched.ts'

/** An undo in all kinds of fact. */
export interface UndoneKinds {
  readonly effect: Omit<UndoEffect, 'touched'>
  /** The accounts and secondary reports whose slices it restores or ends. */
  readonly accounts: readonly number[]
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
  const accounts = new Set<number>()
  let effect: UndoneKinds['effect'] = { rows: 0, restored: 0, removed: 0, kept: 0 }
  let record = recordOf(undone)
  for (const kind of Object.values(factKinds)) {
    const { rows, restored, removed, kept, touched } = await undoKind(kind)
    effect = {
      rows: effect.rows + rows,
      restored: effect.restored + restored,
      removed: effect.removed + removed,
      kept: effect.kept + kept,
    }
    record = withOtherKind(record, { rows, touched })
    for (const account of touched.accounts) accounts.add(account)
  }
  return { effect, record, accounts: [...accounts] }
}

/** The ledger entry of an undo that changes nothing. */
const recordOf = ({ id, source, dayZone, report }: LedgerEntry): UndoneKinds['record'] => ({
  kind: 'undo',
  undoes: id,
  subject: null,
  source,
  dayZone,
  report,
  files: [],
  hashes: [],
  request: null,
  rowCount: 0,
  sliceCount: 0,
  firstDay: null,
  lastDay: null,
})
