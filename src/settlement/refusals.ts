import type { BadCell } from '../sources/refusals.ts'
import { refusalsOf } from '../values/refusal.ts'

/** Refusals of statements, payments and closes. */
export interface SettlementRefusals {
  /** A cell of a statement file. The line of a JSON answer is the place of the payment in its list. */
  readonly statement_refused: BadCell
  readonly statement_unrecognised: {
    readonly file: string
    /** The first columns of the file. */
    readonly columns: readonly string[]
    readonly columnCount: number
  }
  /** Two roles of a mapping name the same column. */
  readonly mapping_column_reused: {
    readonly mapping: string
    readonly column: string
    readonly roles: readonly string[]
  }
  /** Two columns of a file have a name that a mapping uses. */
  readonly mapping_column_repeated: {
    readonly mapping: string
    readonly column: string
    readonly file: string
    readonly line: number
  }
  /** None of the first lines of a file has all columns of a mapping. */
  readonly mapping_columns_missing: {
    readonly mapping: string
    readonly file: string
    /** The columns that the line with the most of them lacks. */
    readonly missing: readonly string[]
    /** How many lines were searched for the header. */
    readonly lines: number
  }
}

export const refuse = refusalsOf<SettlementRefusals>()
