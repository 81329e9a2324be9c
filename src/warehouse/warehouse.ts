import type { FactKind } from '../facts/fact-kind.ts'
import type { TableBatch } from '../reporting/report-table.ts'
import type { DestinationKind } from './destination.ts'
import type { TableRow, TableRows } from './tables.ts'

/** A warehouse does not answer, or refuses: its message says which, without a password. */
export class WarehouseError extends Error {
  override readonly name: string = 'WarehouseError'
}

/** A copy was changed by others than Adtally, so that it cannot be continued. */
export class CopyChangedError extends WarehouseError {
  override readonly name: string = 'CopyChangedError'
}

/** The copy of an account has another state than expected. */
export const changedMeanwhile = (): WarehouseError =>
  new WarehouseError('Another process changed the copy meanwhile. It is tried again.')

/** What the copy of an account is. */
export interface CopyState {
  /** The history that the ledger entry is of. */
  readonly installation: string
  readonly generation: number
  /** The last ledger entry that the copy has. */
  readonly entry: number
  /** When that entry was committed, in milliseconds since 1970; null before the first one. */
  readonly asOfMs: number | null
  readonly currency: string
  readonly keepsHistory: boolean
  /** Changes with the account's apps, statements and closed months. */
  readonly appsMark: string
}

/** A slice, by the names that answers have. */
export interface CopiedSlice {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly appId: string
  /** The network, source or channel. */
  readonly label: string
}

/** The rows of a month, added up. */
export interface CopiedTotals {
  /** The first day of the month, in days since 1970-01-01. */
  readonly month: number
  readonly rows: bigint
  /** By stored column; money in micros. Unknown numbers add nothing. */
  readonly sums: Readonly<Record<string, bigint>>
}

/** A Parquet file of a copy. */
export interface CopiedFile {
  /** The table that its rows are of. */
  readonly table: string
  /** `YYYY-MM` of all its rows; null in tables that are not divided by months. */
  readonly month: string | null
  /** Below the folder of the account. */
  readonly path: string
  readonly rows: number
  /** The ledger entry of the step that wrote it. */
  readonly entry: number
}

/** The files of a copy that is kept in files. */
export interface CopiedFiles {
  /** The folder of the account, below the address of the destination. */
  readonly folder: string
  readonly state: CopyState
  /** The ledger entry that the copy had first, when it was last filled anew. */
  readonly firstEntry: number
  readonly files: readonly CopiedFile[]
}

/** What a step changes. All of it becomes visible at once, or nothing does. */
export interface WarehouseChange {
  /** Removes all that the copy has of the account. */
  clear(account: string): Promise<void>
  /**
   * Ends the current rows of slices.
   *
   * @param endEntry the ledger entry that ended them, the same for all slices of a kind; null removes them without a trace
   */
  endSlices(
    account: string,
    kind: FactKind,
    slices: readonly CopiedSlice[],
    endEntry: number | null,
  ): Promise<void>
  /**
   * Adds current rows, in the columns of `factTable` and `valid_from_entry`. After `clear`, all rows of a kind come at
   * once and by day, and no batch has rows of two months.
   */
  addFacts(kind: FactKind, batches: AsyncIterable<TableBatch>): Promise<void>
  /** Replaces the rows of an account, or only those of some months of a kind. */
  putRows(account: string, rows: TableRows, where?: TableRow): Promise<void>
  putState(account: string, state: CopyState): Promise<void>
}

/**
 * PORT: the tables of one warehouse. One process uses it at a time.
 *
 * @throws WarehouseError from everything, when the warehouse does not answer or refuses; CopyChangedError where a part of
 *   the copy is gone or unreadable
 */
export interface Warehouse {
  /** Creates the tables that are missing. */
  prepare(): Promise<void>
  /** Null where nothing was copied. */
  stateOf(account: string): Promise<CopyState | null>
  /** The current rows of an account as they are in the warehouse, added up by month. */
  totalsOf(account: string, kind: FactKind): Promise<CopiedTotals[]>
  /** The same, as Adtally noted them with its last step. */
  proofOf(account: string, kind: FactKind): Promise<CopiedTotals[]>
  /**
   * Changes the copy of an account. Nobody else changes it meanwhile.
   *
   * @param expected the state that the copy has
   * @throws WarehouseError also when it has another state, because another process changed it
   */
  transact(
    account: string,
    expected: CopyState | null,
    work: (change: WarehouseChange) => Promise<void>,
  ): Promise<void>
  /** The files of an account's copy, null where nothing was copied. Absent where copies are in tables. */
  filesOf?(account: string): Promise<CopiedFiles | null>
  close(): Promise<void>
}

/** PORT: the warehouses that this installation may use. */
export interface Warehouses {
  /**
   * Reads the address of a warehouse.
   *
   * @returns the parts that may be shown: no password
   * @throws WarehouseError for an address that is not accepted, with what is
   */
  readonly targetOf: (kind: DestinationKind, address: string) => string
  /** @throws WarehouseError also when the settings do not allow the address any more */
  readonly open: (kind: DestinationKind, address: string, signal: AbortSignal) => Promise<Warehouse>
}
