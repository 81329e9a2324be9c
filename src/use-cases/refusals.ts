import { refusalsOf } from '../values/refusal.ts'

/** Why a request is refused before it reaches a core. */
export interface UseCaseRefusals {
  readonly field_refused: {
    readonly useCase: string
    /** A path separated by dots; empty for the request itself. */
    readonly field: string
    readonly fault: 'missing' | 'unknown' | 'not accepted'
    /** The start of a value that is not accepted, text in quotes; null otherwise and for secrets. */
    readonly value: string | null
    /** The accepted values; for an unknown field, the known fields. */
    readonly accepts: string
  }
  readonly call_unreadable: object
  readonly files_missing: { readonly useCase: string }
  readonly files_not_taken: { readonly useCase: string }
  readonly too_many_files: { readonly count: number; readonly maximum: number }
  /** No network in use that the reader sees. */
  readonly digest_without_figures: { readonly username: string }
  readonly days_reversed: { readonly start: string; readonly end: string }
  /** Neither relative days nor a first and a last day, or both. */
  readonly days_unclear: object
  readonly compaction_days_unclear: object
  /** The history of days to come cannot be dropped. */
  readonly horizon_in_future: { readonly before: string }
  readonly too_many_primary_sources: { readonly username: string; readonly maximum: number }
  /** Parameters of a report that are not accepted. */
  readonly question_refused: {
    readonly faults: readonly { readonly parameter: string; readonly message: string }[]
  }
  readonly accounts_differ: { readonly account: string; readonly createApps: string }
  /** A publisher may not undo the import: it also changed what is another's. */
  readonly undo_beyond_bounds: { readonly id: number }
  /** An import request imported nothing, so nothing can be undone. */
  readonly request_without_import: { readonly state: string }
  /** The same idempotency key came with another file or other options. */
  readonly idempotency_key_reused: object
  /** The request with the same idempotency key has not ended. */
  readonly import_under_way: { readonly id: string }
  readonly import_out_of_time: { readonly minutes: number }
  readonly rates_not_fetched: { readonly reason: string }
  readonly rate_file_too_large: {
    readonly file: string
    readonly bytes: number
    readonly maximum: number
  }
  /** Something in an inbox: a link, a pipe, or a folder in a folder. */
  readonly not_a_file: { readonly name: string; readonly what: string }
  /** Something that should be an inbox. */
  readonly inbox_not_a_folder: { readonly folder: string }
  readonly folder_empty: { readonly folder: string }
  /** No account has the name of a folder in an inbox. */
  readonly inbox_account_unknown: { readonly account: string }
  /** A folder in an inbox names another account than the one that the inbox is for. */
  readonly inbox_account_differs: { readonly account: string; readonly only: string }
  /** Apps should be created, but nothing names the account. */
  readonly inbox_account_missing: object
  /** A folder in an inbox that is neither the account's, nor the source's, nor a setting. */
  readonly inbox_folder_unclear: { readonly folder: string }
  /** A folder in an inbox, or a file next to a report, has a setting that does not exist. */
  readonly inbox_setting_unknown: {
    readonly place: string
    readonly name: string
    readonly known: readonly string[]
  }
  /** Two folders or files have different values. */
  readonly inbox_setting_repeated: {
    readonly name: string
    readonly places: readonly string[]
  }
  /** A file next to a report cannot be read. */
  readonly companion_refused: {
    readonly file: string
    readonly fault: 'too large' | 'no JSON' | 'no object'
    /** In bytes. */
    readonly maximum: number
  }
  /** An import with `partial` may have been committed, and must not be repeated by itself. */
  readonly partial_uncertain: {
    readonly name: string
    /** The import that was committed; null when that is not known. */
    readonly import: number | null
  }
  /** A name of a network without letters and digits. */
  readonly network_name_empty: { readonly name: string }
  readonly unknown_network: {
    readonly network: string
    /** A known network with a similar name; null when there is none. */
    readonly nearest: string | null
    readonly known: readonly string[]
  }
  readonly months_reversed: { readonly start: string; readonly end: string }
  /** A folder that another installation exported to, or this one before a restore. */
  readonly export_of_another: {
    readonly folder: string
    readonly why: 'installation' | 'generation' | 'unreadable' | 'not an export'
  }
  /** Another export to the folder has not ended. */
  readonly export_under_way: { readonly folder: string }
  /** A compaction dropped figures of the export's state, which it had not written yet. */
  readonly export_compacted: object
  /** A folder that cannot be written to. */
  readonly export_not_writable: { readonly folder: string; readonly reason: string }
  /** Another backup is being made. */
  readonly backup_under_way: object
  /** An import would leave less free than it should. */
  readonly disk_full: { readonly freeBytes: number; readonly neededBytes: number }
  /** The disk became full while something was written. */
  readonly disk_filled: object
  /** The engine may not use as much memory and disk as the work needs. */
  readonly engine_limit: object
}

export const refuse = refusalsOf<UseCaseRefusals>()
