import { refusalsOf } from '../values/refusal.ts'

/** Why a request is refused before any core sees it. */
export interface UseCaseRefusals {
  readonly field_refused: {
    readonly useCase: string
    /** The members down to it are separated by dots; empty for the request itself. */
    readonly field: string
    readonly fault: 'missing' | 'unknown' | 'not accepted'
    /** The beginning of the value, text in quotes; null for a secret, and unless it is not accepted. */
    readonly value: string | null
    /** What the field accepts; for an unknown field the known ones. */
    readonly accepts: string
  }
  readonly call_unreadable: object
  readonly files_missing: { readonly useCase: string }
  readonly files_not_taken: { readonly useCase: string }
  readonly too_many_files: { readonly count: number; readonly maximum: number }
  readonly days_reversed: { readonly start: string; readonly end: string }
  readonly accounts_differ: { readonly account: string; readonly createApps: string }
  readonly import_out_of_time: { readonly minutes: number }
  /** Something in an inbox: a link, a pipe, or a folder in a folder. */
  readonly not_a_file: { readonly name: string; readonly what: string }
  readonly folder_empty: { readonly folder: string }
}

export const refuse = refusalsOf<UseCaseRefusals>()
