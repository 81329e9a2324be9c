import type { Sum, Sums } from './metrics.ts'
import type { ReportPlan } from './report-plan.ts'
import type { Dimension } from './report-request.ts'

/** The values of one dimension in a run of rows. */
export interface DimensionColumn {
  /** Days since 1970-01-01, app keys, or indexes into `labels`. */
  readonly codes: ArrayLike<number>
  /**
   * Names of the codes, for network, format and country; null for day and app. The array may
   * grow, but a code keeps its name, so whatever is derived from a name can be kept beside it.
   */
  readonly labels: readonly string[] | null
}

/** Some consecutive rows, column by column. */
export interface ReportChunk {
  readonly rowCount: number
  readonly dimensions: Readonly<Partial<Record<Dimension, DimensionColumn>>>
  readonly sums: Readonly<Partial<Record<Sum, BigInt64Array>>>
}

/** The sums of all rows that share some dimensions' values. */
export interface ReportTotal {
  readonly codes: Readonly<Partial<Record<Dimension, number>>>
  readonly sums: Sums
}

/** The answer to one plan. */
export interface ReportRows {
  /** The state of the figures; null when an import landed while the query began. */
  readonly version: string | null
  /** The totals that the plan asked for, in no order. That of all rows is zeros without any. */
  readonly totals: readonly ReportTotal[]
  /** The rows. Read them once, before you ask for the next answer. */
  readonly chunks: AsyncIterable<ReportChunk>
}

/** PORT: answers plans from stored figures. */
export interface ReportStore {
  /**
   * Names the state the figures are in. Equal names mean equal figures, also after a restart.
   */
  version(): Promise<string>

  /** Asks the engine a small question. @throws when it cannot answer */
  answers(): Promise<void>

  /**
   * Runs plans one after another on one state of the figures. Rows are grouped by the plan's
   * dimensions; a combination without any figures has no row.
   *
   * Nothing runs before the first answer is asked for. From then on, a connection is held until the
   * last answer is read to its end, an error is thrown, or `return` is called, as `for await` and
   * `await using` do. Asking for the next answer ends the rows of the answer before it.
   *
   * @param signal stops the query, also while its rows are being read
   * @returns the answers, in the order of the plans, each once its first rows are known
   * @throws ReportError `figure_too_large` when a sum does not fit 64 bits
   */
  query(plans: readonly ReportPlan[], signal: AbortSignal): AsyncGenerator<ReportRows, void, void>
}
