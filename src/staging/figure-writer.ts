import type { SecondaryReport } from '../ledger/figure-ledger.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import type { InputFile, TableRow } from '../sources/readers/input-file.ts'
import type { Day } from '../values/day.ts'
import type { Rate } from './rates.ts'
import type { LabelColumn, NumberColumn, NumberRule, StagedColumn } from './stats-columns.ts'

/** A value of a label column that some rows hold. */
export interface LabelValue {
  readonly column: LabelColumn
  /** Null for cells that are missing. */
  readonly value: string | null
}

/** What staged rows are checked for beyond their label values. */
export interface RowChecks {
  /** Label values that are not accepted. */
  readonly badLabels: readonly LabelValue[]
  /** Currencies that are not the account's: (app reference, currency) pairs. */
  readonly foreignCurrencies: readonly (readonly [app: string, currency: string])[]
  readonly numbers: Readonly<Record<NumberColumn, NumberRule>>
  /** Whether two rows of the same key are bad; else they are added up. */
  readonly refuseDuplicates: boolean
}

/** A cell that the checks found bad, and where its row is. */
export interface FoundCell {
  readonly file: number
  readonly line: number
  readonly column: string
  readonly value: string | null
  /** What the reader that found it says is accepted; the column's rule says it otherwise. */
  readonly accepts?: string
  /** For a duplicate, the line that has the same key. */
  readonly sameAs?: { readonly file: number; readonly line: number }
}

/** How many cells the checks found bad. */
export interface CheckOutcome {
  readonly badCells: number
  /** Those among them without which the row's slice is not known. */
  readonly unreadable: number
}

/** The app that a staged reference means. */
export interface StagedApp {
  readonly reference: string
  readonly appKey: number
  readonly accountId: number
  /** The account's. */
  readonly currency: string
}

/** What the ledger says of an import, and how its rows are stored. */
export interface NewImport {
  /**
   * What becomes of rows that have the same key: there are none in Adtally's own format; those of
   * networks are added up, money rounded to micros after.
   */
  readonly repeatedKeys: 'none' | 'added up'
  /** Whether the rows add to the slices that stand, instead of replacing them. */
  readonly partial: boolean
  /** Of every day and currency that rows are in which is not their account's. */
  readonly rates: readonly Rate[]
  readonly source: string
  /** The clock whose midnights divide the days. */
  readonly dayZone: string
  readonly files: readonly string[]
  /** SHA-256 of each file, in hexadecimal. */
  readonly hashes: readonly string[]
  /** The secondary report that the rows go to; null for the figures that count. */
  readonly report: string | null
  /** The accounts' books that the rows are written to as a secondary report. */
  readonly books: readonly SecondaryReport[]
  readonly committedAt: Date
}

/** What became of the slices of an import that was withdrawn. */
export interface UndoneImport {
  /** The ledger entry of the undo. */
  readonly entry: number
  /** Slices that went back to what stood before. */
  readonly restored: number
  /** Slices that nothing stood in before. */
  readonly removed: number
  /** Slices that a later import replaced; they stay. */
  readonly keptLater: number
}

/** What a committed import brought. */
export interface CommittedImport {
  readonly importId: number
  readonly rows: number
  readonly slices: number
  readonly replacedSlices: number
  readonly firstDay: Day
  readonly lastDay: Day
  readonly impressions: bigint
  /** Revenue in micros, by account: accounts report in currencies of their own. */
  readonly revenueMicros: ReadonlyMap<number, bigint>
  /** Decimals in major units that were converted, by their currency. */
  readonly converted: ReadonlyMap<string, string>
}

/** A row that is left out of an import together with its slice. */
export interface RejectedRow {
  readonly file: number
  readonly line: number
  /** In the order of `stagedColumns`. */
  readonly cells: readonly (string | null)[]
}

export interface RejectedSlices {
  readonly rows: readonly RejectedRow[]
  readonly slices: number
}

/** One import on its way: rows are staged, checked, and committed together. */
export interface ImportSession {
  /** The id that the import will have; ids grow by one with each that is committed. */
  readonly importId: number
  /**
   * Has the engine read a file by itself: fast. A CSV's rows then have no line numbers.
   *
   * @param columns the file's columns in their order; null where the file names them itself
   * @returns how many rows were staged; null when the engine cannot read the file
   */
  stageFile(
    file: number,
    input: InputFile,
    columns: readonly StagedColumn[] | null,
  ): Promise<number | null>
  /**
   * Stages rows with the lines they stand on, cells in the order of `stagedColumns`. Rows that
   * are unreadable or at fault are staged to be found by {@link check}.
   *
   * @returns how many
   */
  stageRows(file: number, rows: AsyncIterable<TableRow>): Promise<number>
  /** Whether every staged row knows its line. */
  readonly hasLines: boolean
  /** Takes every staged row away again. */
  clear(): Promise<void>
  /** The distinct values of a column, null among them where cells are missing. */
  distinct(column: LabelColumn): Promise<readonly (string | null)[]>
  /** The distinct pairs of app reference and stated currency. */
  distinctCurrencies(): Promise<(readonly [app: string, currency: string])[]>
  /** The distinct days and currencies of rows that are in one of these (app, currency) pairs. */
  foreignDays(
    pairs: readonly (readonly [app: string, currency: string])[],
  ): Promise<(readonly [day: string, currency: string])[]>
  /** Checks the rows, noting every bad cell. */
  check(checks: RowChecks): Promise<CheckOutcome>
  /** The bad cells that {@link check} found, by file and line. @param limit all when absent */
  badCells(limit?: number): Promise<FoundCell[]>
  /**
   * Takes away every row whose slice holds a bad cell. References to one app are of one slice.
   *
   * @returns those rows by file and line, and how many slices they are of
   */
  rejectBadSlices(apps: readonly StagedApp[]): Promise<RejectedSlices>
  /** How many rows are staged. */
  rowCount(): Promise<number>
  /** The account's book for a secondary report: the one there is, or one that will be. */
  book(accountId: number, name: string): Promise<SecondaryReport>
  /** Replaces every slice that the staged rows hold, in one transaction with the ledger. */
  commit(apps: readonly StagedApp[], entry: NewImport): Promise<CommittedImport>
}

/** PORT: writes figures, one import at a time. */
export interface FigureWriter {
  /** Runs an import; whatever it staged is gone when the work ends, however it ends. */
  import<Result>(
    onProgress: OnProgress,
    work: (session: ImportSession) => Promise<Result>,
  ): Promise<Result>
  /**
   * Withdraws an import: slices it was the last to write go back to what stood before, slices that
   * a later import replaced stay.
   *
   * @throws Refusal when there is no such import, or it is withdrawn already
   */
  undo(importId: number, now: Date): Promise<UndoneImport>
  /** Puts rows that imports have scattered back into order. Changes no figure. */
  tidy(): Promise<void>
}
