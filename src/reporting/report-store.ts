import type { Sum, Sums } from './metrics.ts'
import type { ReportPlan } from './report-plan.ts'
import type { Dimension } from './report-request.ts'

/** The values of one dimension in some consecutive rows. */
export interface DimensionColumn {
  /** Days since 1970-01-01, app keys, or indexes into `labels`. */
  readonly codes: ArrayLike<number>
  /**
   * Names of the codes, for network, format and country; null for day and app. The array may grow,
   * but a code keeps its name, so values derived from names can be cached.
   */
  readonly labels: readonly string[] | null
}

/** Some consecutive rows, column by column. */
export interface ReportChunk {
  readonly rowCount: number
  readonly dimensions: Readonly<Partial<Record<Dimension, DimensionColumn>>>
  readonly sums: Readonly<Partial<Record<Sum, BigInt64Array>>>
}

/** The sums of all rows that have the same values in some dimensions. */
export interface ReportTotal {
  readonly codes: Readonly<Partial<Record<Dimension, number>>>
  readonly sums: Sums
}

/** The answer to one plan. */
export interface ReportRows {
  /** The state of the figures; null when an import was committed while the query began. */
  readonly version: string | null
  /** The plan's totals, in no particular order. The total of no rows is zeros. */
  readonly totals: readonly ReportTotal[]
  /** The rows. Read them once, before requesting the next answer. */
  readonly chunks: AsyncIterable<ReportChunk>
}

/** PORT: answers report plans from stored figures. */
export interface ReportStore {
  /** Identifies the state of the figures. Equal versions mean equal figures, even after a restart. */
  version(): Promise<string>

  /** Asks the engine a small question. @throws when it cannot answer */
  answers(): Promise<void>

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
   * @throws ReportError `figure_too_large` when a sum does not fit 64 bits
   */
  query(plans: readonly ReportPlan[], signal: AbortSignal): AsyncGenerator<ReportRows, void, void>
}
