import type { Day, DaySpan } from '../values/day.ts'
import type { FigureScope } from './figure-ledger.ts'

/** A slice of an account, by its day, app and the network's code. */
export interface SliceKey {
  readonly day: Day
  readonly app: number
  readonly networkCode: number
}

/** The counts that may be unknown, each with its bit in {@link FigureRows.known}. */
export const optionalCounts = {
  clicks: 1,
  installs: 2,
  requests: 4,
  matchedRequests: 8,
} as const

/** The columns of rows that have names. */
export const namedColumns = ['network', 'format', 'country', 'adTag'] as const

/** The sums of rows. */
export const figureSums = [
  'impressions',
  'clicks',
  'installs',
  'requests',
  'matchedRequests',
  'revenueMicros',
] as const

/** Some stored rows of figures, column by column. */
export interface FigureRows {
  readonly rowCount: number
  /** Days since 1970-01-01. */
  readonly day: ArrayLike<number>
  /** Keys of apps. */
  readonly app: ArrayLike<number>
  /** The codes of names. */
  readonly codes: Readonly<Record<(typeof namedColumns)[number], ArrayLike<number>>>
  /** The names of the codes. The arrays may grow, but a code keeps its name. */
  readonly names: Readonly<Record<(typeof namedColumns)[number], readonly string[]>>
  /** For each row, the bits of {@link optionalCounts} that are known. Unknown sums are 0. */
  readonly known: ArrayLike<number>
  readonly sums: Readonly<Record<(typeof figureSums)[number], BigInt64Array>>
}

/** Selects rows of figures. */
export interface RowSelection {
  readonly scope: FigureScope
  readonly days: DaySpan
  /** Only rows of these slices, at most some thousands; all slices when absent. */
  readonly slices?: readonly SliceKey[]
  /** Reads the figures as they were after this ledger entry, which is committed. */
  readonly entry: number
}

/** PORT: reads rows of figures as they are stored. */
export interface SliceFigures {
  /**
   * The rows by day, app, network, format, country and ad tag, in the order of their codes. A
   * connection is in use until the last row is read, an error is thrown, or `return` is called.
   *
   * @param signal stops the query, even while its rows are being read
   */
  read(selection: RowSelection, signal: AbortSignal): AsyncGenerator<FigureRows, void, void>
}
