import { refusalsOf } from '../values/refusal.ts'

/** Refusals of requests about the ledger. */
export interface LedgerRefusals {
  readonly unknown_import: { readonly id: number }
  readonly import_is_undo: { readonly id: number }
  readonly import_undone: {
    readonly id: number
    /** The undo that withdrew it. */
    readonly undo: number
  }
  readonly unknown_secondary_report: {
    readonly report: string
    readonly known: readonly string[]
  }
}

export const refuse = refusalsOf<LedgerRefusals>()
