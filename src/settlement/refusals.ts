import type { BadCell } from '../sources/refusals.ts'
import { refusalsOf } from '../values/refusal.ts'

/** Why statements, terms and closes are refused. */
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
  /** Nobody said whose the key is that signed a statement. */
  readonly statement_key_unknown: {
    readonly username: string
    readonly file: string
    readonly key: string
    readonly fingerprint: string
  }
  readonly unknown_statement_key: { readonly username: string; readonly name: string }
  readonly statement_key_name_taken: { readonly username: string; readonly name: string }
  /** The account has the same key by this name. */
  readonly statement_key_repeated: { readonly username: string; readonly name: string }
  readonly too_many_statement_keys: { readonly username: string; readonly maximum: number }
  /** A statement with the number was imported from a file with other bytes. */
  readonly statement_number_taken: {
    readonly file: string
    readonly number: string
    /** The import that has it; null for another file of the same request. */
    readonly statement: string | null
  }
  readonly unknown_statement: { readonly username: string; readonly id: string }
  readonly statement_undone: { readonly id: string }
  /** A close uses the lines of a statement. */
  readonly statement_booked: { readonly id: string; readonly month: string }
  readonly unknown_line: { readonly username: string; readonly id: number }
  readonly line_booked: { readonly id: number; readonly month: string }
  /** The amounts of parts do not add up to the line's. */
  readonly parts_refused: {
    readonly id: number
    readonly amount: string
    readonly sum: string
    readonly currency: string
  }
  /** A line is in another currency than the network's statements of a month. */
  readonly currency_refused: {
    readonly network: string
    readonly month: string
    readonly currency: string
    readonly expected: string
  }
  /** An opening balance contains the month of a line, or would contain that of a line. */
  readonly in_opening: { readonly network: string; readonly month: string; readonly kind: string }
  /** Only adjustments can be in the reported figures too. */
  readonly not_an_adjustment: { readonly id: number; readonly kind: string }
  /** Terms would change a month that is closed. */
  readonly terms_of_closed_month: {
    readonly username: string
    readonly network: string
    readonly from: string
    readonly closed: string
  }
  readonly unknown_terms: { readonly network: string; readonly from: string }
  readonly unknown_mapping: { readonly name: string; readonly known: readonly string[] }
  readonly too_many_mappings: { readonly maximum: number }
  readonly too_many_lines: { readonly maximum: number }
  readonly month_not_over: { readonly month: string; readonly over: string }
  readonly month_closed: { readonly username: string; readonly month: string }
  readonly month_not_closed: { readonly month: string }
  /** Months are closed one after another. */
  readonly month_out_of_order: {
    readonly username: string
    readonly month: string
    readonly expected: string
  }
  /** Only the last closed month can be opened again. */
  readonly later_month_closed: {
    readonly username: string
    readonly month: string
    readonly last: string
  }
  /** Networks have not reported all days of a month. */
  readonly days_missing: {
    readonly username: string
    readonly month: string
    readonly count: number
    readonly first: readonly string[]
  }
}

export const refuse = refusalsOf<SettlementRefusals>()
