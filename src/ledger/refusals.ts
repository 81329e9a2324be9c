import { refusalsOf } from '../values/refusal.ts'

/** Refusals of requests about the ledger. */
export interface LedgerRefusals {
  readonly unknown_import: { readonly id: number }
  /** There is none, or it was dismissed, or its files were imported since. */
  readonly unknown_failed_import: { readonly id: number }
  readonly import_is_undo: { readonly id: number }
  readonly import_undone: {
    readonly id: number
    /** The undo that withdrew it. */
    readonly undo: number
  }
  /** The stored history begins later, so what an undo would return to may be dropped. */
  readonly before_horizon: {
    readonly id: number
    /** When the stored history begins. */
    readonly since: string
  }
  readonly clickhouse_keeps_history: object
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
