import type { FactKind } from '../facts/fact-kind.ts'
import type { Day, DaySpan } from '../values/day.ts'
import type { FigureScope } from './figure-ledger.ts'

/** A slice of an account, by its day, app and the code of its network or source. */
export interface SliceKey {
  readonly day: Day
  readonly app: number
  readonly networkCode: number
}

/** The bit of each number that may be unknown, by its column, in {@link FigureRows.known}. */
export const knownBits = ({ optionalNumbers }: FactKind): ReadonlyMap<string, number> =>
  new Map(optionalNumbers.map((column, place) => [column, 1 << place]))

/** Some stored rows of a kind of fact, column by column. */
export interface FigureRows {
  readonly rowCount: number
  /** Days since 1970-01-01. */
  readonly day: ArrayLike<number>
  /** Keys of apps. */
  readonly app: ArrayLike<number>
  /** The codes of names, by label. */
  readonly codes: Readonly<Record<string, ArrayLike<number>>>
  /** The names of the codes. The arrays may grow, but a code keeps its name. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** For each row, the {@link knownBits} of the counts that are known. Unknown counts are 0. */
  readonly known: ArrayLike<number>
  /** By stored column. */
  readonly sums: Readonly<Record<string, BigInt64Array>>
}

/** Selects rows of a kind of fact. */
export interface RowSelection {
  /** Ad figures when absent. */
  readonly kind?: FactKind
  readonly scope: FigureScope
  readonly days: DaySpan
  /** Only rows of these slices, at most 20,000; all slices when absent. */
  readonly slices?: readonly SliceKey[]
  /** Only rows that were stated by this ledger entry or a later one. */
  readonly since?: number
  /** Reads the rows as they were after this ledger entry, which is committed. */
  readonly entry: number
}

/** The rows of a month as they are stored, added up. */
export interface MonthTotals {
  /** The first day of the month. */
  readonly month: Day
  readonly rows: bigint
  /** By stored column. Unknown numbers add nothing. */
  readonly sums: Readonly<Record<string, bigint>>
}

/** PORT: reads rows as they are stored. */
export interface SliceFigures {
  /**
   * The rows by day, app and labels, in the order of their codes. A connection is in use until the last row is read, an
   * error is thrown, or `return` is called.
   *
   * @param signal stops the query, even while its rows are being read
   */
  read(selection: RowSelection, signal: AbortSignal): AsyncGenerator<FigureRows, void, void>
  /**
   * The same rows, added up by month, in any order. Months without rows are left out.
   *
   * @param signal stops the query
   */
  monthTotals(selection: RowSelection, signal: AbortSignal): Promise<MonthTotals[]>
}
