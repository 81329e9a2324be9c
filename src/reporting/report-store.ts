import type { Day } from '../values/day.ts'
import type { Sum, Sums } from './metrics.ts'
import type { ReportPlan } from './report-plan.ts'
import type { Dimension } from './report-request.ts'

/** The values of one dimension in some consecutive rows. */
export interface DimensionColumn {
  /** Days since 1970-01-01 (the first ones of weeks and months), app keys, or indexes into `labels`. */
  readonly codes: ArrayLike<number>
  /**
   * Names of the codes; null for time and `app`. The array may grow,
   * but a code keeps its name, so values derived from names can be cached.
   */
  readonly labels: readonly string[] | null
}

/** The states of a row's figures in a range. */
export const rowStatus = {
  /** No report covers the row: its figures are unknown. */
  notReported: 0,
  /** The networks reported these days and apps without figures for the row: all are zero. */
  reportedNone: 1,
  hasFigures: 2,
} as const

/** Whether the rows of a plan have a {@link rowStatus}. */
export const hasStatuses = ({ comparison, fillDays }: ReportPlan): boolean =>
  comparison !== undefined || fillDays === true

/** A sum of some rows. The numbers of a `Float64Array` are whole and safe integers. */
export type SumColumn = BigInt64Array | Float64Array

/** The sums of some rows on other days. */
export interface ComparedColumns {
  readonly sums: Readonly<Partial<Record<Sum, SumColumn>>>
  /** A {@link rowStatus} for each row. */
  readonly statuses: ArrayLike<number>
}

/** Some consecutive rows, column by column. */
export interface ReportChunk {
  readonly rowCount: number
  readonly dimensions: Readonly<Partial<Record<Dimension, DimensionColumn>>>
  readonly sums: Readonly<Partial<Record<Sum, SumColumn>>>
  /** A {@link rowStatus} for each row, if the plan compares two ranges or fills days. */
  readonly statuses?: ArrayLike<number>
  /** Of the comparison, if the plan compares two ranges. Sums of a range without figures are 0. */
  readonly compared?: ComparedColumns
  /** Of the plan's own range on the days that are compared, if these are not all. */
  readonly comparable?: ComparedColumns
}

/** The sums of all rows that have the same values in some dimensions. */
export interface ReportTotal {
  readonly codes: Readonly<Partial<Record<Dimension, number>>>
  readonly sums: Sums
}

/** The answer to one plan. */
export interface ReportRows {
  /** The plan's state, or the current one; null when an import was committed while the query began. */
  readonly version: string | null
  /** The plan's totals, in no particular order. The total of no rows is zeros. */
  readonly totals: readonly ReportTotal[]
  /** The rows. Read them once, before requesting the next answer. */
  readonly chunks: AsyncIterable<ReportChunk>
}

/** A state of the figures that can be read again later. */
export interface FiguresAt {
  /** Identifies the state, as {@link FigureStates.version} does. */
  readonly version: string
  /** When stores were last restored from a backup, in seconds since 1970; 0 for never. */
  readonly generation: number
  /** The last ledger entry; 0 before the first. */
  readonly entry: number
  /** When that entry was committed, in milliseconds since 1970; null before the first. */
  readonly committedAtMs: number | null
}

/** The figures of an app in a month. */
export interface AppMonth {
  /** The app's key. */
  readonly app: number
  /** The month's first day. */
  readonly month: Day
}

/** How many months of apps {@link FigureStates.changedSince} lists. */
export const maxChangedMonths = 5_000

/** PORT: tells the states of stored figures. */
export interface FigureStates {
  /** Identifies the state of all figures. Equal versions mean equal figures, even after a restart. */
  version(): Promise<string>

  /**
   * The current state of one account's figures. Its last entry is the last one that touched the account, so
   * entries of other accounts change neither it nor its version. An entry touches an account if it stated or
   * ended slices of it or of its secondary reports, even if their figures stayed the same. The version is
   * that of the same entry in {@link after}.
   *
   * @param account an account, or a secondary report: then entries of other reports do not touch it
   * @returns the state of entry 0 when there was none, or when the account was removed
   */
  of(account: number): Promise<FiguresAt>

  /**
   * Lists the apps and months whose figures entries after an entry changed, in any order. A secondary
   * report's figures are its own, not those of its account.
   *
   * @param account an account, or a secondary report
   * @param entry the entry of an earlier state of the account
   * @returns null when anything may have changed: there are more than {@link maxChangedMonths}, or the
   *   account's state is of an earlier entry
   */
  changedSince(account: number, entry: number): Promise<readonly AppMonth[] | null>

  /**
   * Finds the state at a time, or the current one.
   *
   * @param timeMs milliseconds since 1970; a future time means now; null for now
   * @throws ReportError `history_compacted` for a time whose state is not stored any more
   */
  asOf(timeMs: number | null): Promise<FiguresAt>

  /**
   * Finds the state after a ledger entry.
   *
   * @returns null when there is no such entry
   */
  after(entry: number): Promise<FiguresAt | null>

  /** Asks the engine a small question. @throws when it cannot answer */
  probe(): Promise<void>
}

/** PORT: answers report plans from stored figures. */
export interface ReportStore {
  readonly states: FigureStates

  /** Counts the rows that a plan has without `limit` and `offset`, on the state of the plan. */
  countRows(plan: ReportPlan, signal: AbortSignal): Promise<number>

  /**
   * Runs plans one after another on one state of the figures. Rows are grouped by the plan's
   * dimensions; a combination without any figures has no row.
   *
   * Nothing runs before the first answer is requested. From then on, a connection is in use until the
   * last answer is read to its end, an error is thrown, or `return` is called, as `for await` and
   * `await using` do. Requesting the next answer ends the rows of the previous one.
   *
   * @param signal stops the query, even while its rows are being read
   * @returns the answers in the order of the plans, each once its first rows are known
   * @throws ReportError `figure_too_large` when a sum does not fit 64 bits, `answer_too_large` when the
   *   engine needs more memory and disk than it may use
   */
  query(plans: readonly ReportPlan[], signal: AbortSignal): AsyncGenerator<ReportRows, void, void>
}
