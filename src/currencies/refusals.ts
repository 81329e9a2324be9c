import type { BadCell } from '../sources/refusals.ts'
import { refusalsOf } from '../values/refusal.ts'

/** Refusals of files of rates. */
export interface CurrencyRefusals {
  readonly rate_refused: BadCell
  /** Of a file that an import gets. */
  readonly rate_header_refused: { readonly file: string }
  readonly rate_file_unrecognised: { readonly file: string }
  /** Nothing says which currency the rates of the installation are in. */
  readonly rate_base_missing: { readonly file: string }
  readonly no_rates: { readonly file: string }
}

export const refuse = refusalsOf<CurrencyRefusals>()
