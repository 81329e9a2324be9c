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
  /** The app that a merge added figures to has ended since. */
  readonly merge_built_upon: {
    readonly id: number
    /** The entry that ended that app. */
    readonly later: number
  }
  /** There is nothing to delete. */
  readonly no_figures: {
    readonly account: string
    readonly from: string
    readonly to: string
    /** The network; null for all. */
    readonly network: string | null
    /** The app_id; null for all. */
    readonly app: string | null
  }
  readonly unknown_secondary_report: {
    readonly report: string
    readonly known: readonly string[]
  }
}

export const refuse = refusalsOf<LedgerRefusals>()
