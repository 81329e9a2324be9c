import { refusalsOf } from '../values/refusal.ts'
import type { ImportLimits } from './import-limits.ts'

/** One cell of an input that is not accepted. */
export interface BadCell {
  readonly file: string
  /** The first line of its row, from 1; in a Parquet file the row's number. */
  readonly line: number
  readonly column: string
  /** The cell's text; null when it is missing or empty. */
  readonly value: string | null
  readonly accepts: string
}

/** A source that a file may have. */
export interface Candidate {
  readonly title: string
  readonly source: string
}

/** Refusals of files. Columns that a source finds by a pattern are written `/pattern/`. */
export interface SourceRefusals {
  readonly file_unreadable: { readonly file: string; readonly reason: string }
  readonly file_empty: { readonly file: string }
  /** Two files of one import have the same bytes. */
  readonly file_repeated: { readonly file: string; readonly otherFile: string }
  readonly gzip_damaged: { readonly file: string }
  readonly zip_unreadable: {
    readonly file: string
    /** `method` is an unusual way of packing; `layers` are archives in archives. */
    readonly fault: 'damaged' | 'password' | 'method' | 'entries' | 'layers'
  }
  /** A zip archive has no file, or several. */
  readonly zip_not_single: {
    readonly file: string
    /** The first files in it. */
    readonly names: readonly string[]
    readonly count: number
  }
  readonly workbook_unreadable: {
    readonly file: string
    /** `old` is Excel's format until 2003, or a password; `other` the format of another program. */
    readonly fault: 'damaged' | 'old' | 'other'
  }
  readonly parquet_damaged: { readonly file: string }
  readonly text_not_utf8: { readonly file: string; readonly line: number }
  readonly text_has_nul: { readonly file: string; readonly line: number }
  /** A file is larger than imports may be. */
  readonly limit_exceeded: {
    readonly file: string
    /** Null where it is not known. */
    readonly line: number | null
    readonly limit: keyof ImportLimits
    readonly maximum: number
  }
  readonly json_malformed: { readonly file: string; readonly fault: string }
  readonly csv_malformed: {
    readonly file: string
    /** Null when the parser does not know it. */
    readonly line: number | null
    readonly fault: 'open quote' | 'stray quote' | 'long row'
    readonly maxRowBytes: number
  }
  readonly format_unknown: { readonly file: string; readonly formats: readonly string[] }
  readonly native_format_as_json: { readonly file: string }
  readonly no_rows: { readonly file: string; readonly title?: string }
  readonly columns_refused: {
    readonly file: string
    readonly unknown: readonly string[]
    readonly repeated: readonly string[]
    readonly missing: readonly string[]
    readonly required: readonly string[]
    readonly optional: readonly string[]
  }
  readonly money_in_floating_point: {
    readonly file: string
    readonly column: string
    readonly type: string
  }
  readonly several_sources: {
    readonly files: readonly (Candidate & { readonly file: string })[]
  }
  readonly report_in_native_form: { readonly file: string; readonly title: string }
  readonly report_ambiguous: { readonly file: string; readonly candidates: readonly Candidate[] }
  readonly report_differs: {
    readonly file: string
    readonly title: string
    /** Null when the report never has the file's form. */
    readonly missing: readonly string[] | null
    readonly candidates: readonly Candidate[]
  }
  /** A file is to be read as a kind of fact that it does not have. */
  readonly kind_not_reported: {
    readonly file: string
    readonly title: string
    readonly kind: string
    /** The kinds that it can be read as. */
    readonly kinds: readonly string[]
  }
  /** A list of apps in place of a report. */
  readonly apps_as_figures: { readonly file: string }
  readonly report_unrecognised: {
    readonly file: string
    /** The first columns of the file. */
    readonly columns: readonly string[]
    readonly columnCount: number
    /** The language of a network's console that the columns are in; null for English and others. */
    readonly language: string | null
    readonly nearest: (Candidate & { readonly missing: readonly string[] }) | null
    readonly sources: readonly string[]
  }
  /** A report names networks that Adtally does not know, in too many apps and days. */
  readonly too_many_set_aside: { readonly file: string; readonly maximum: number }
  /** All rows of the files are set aside. */
  readonly every_row_set_aside: {
    readonly source: string
    readonly name: string
    /** The network that the name resembles. */
    readonly similarTo: string
  }
  /** The same, and it is not known whose account was asked about them. */
  readonly set_aside_without_account: { readonly names: readonly string[] }
  readonly page_repeated: {
    readonly file: string
    readonly page: number
    readonly otherFile: string
  }
  readonly pages_missing: {
    readonly file: string
    readonly pages: number
    /** The first missing pages. */
    readonly missing: readonly number[]
    readonly missingCount: number
  }
  readonly context_missing: { readonly file: string; readonly fields: readonly ContextField[] }
  readonly context_repeated: {
    /** Null for Adtally's own format, which contains everything. */
    readonly file: string | null
    readonly fields: readonly ContextField[]
  }
  readonly bad_cells: {
    /** The first bad cells, by file and line. */
    readonly cells: readonly BadCell[]
    readonly count: number
    /** Whether some cannot be skipped, because their slice is unknown. */
    readonly unskippable: boolean
  }
}

/** The facts that the user can state if the report does not contain them. */
export const contextFields = ['day', 'app', 'network'] as const

export type ContextField = (typeof contextFields)[number]

export const refuse = refusalsOf<SourceRefusals>()
