import type { DuckDBConnection } from '@duckdb/node-api'
import type { LabelKind } from '../ledger/journal.ts'
import type { Day, DaySpan } from '../values/day.ts'
import type { Rate } from './rates.ts'

/**
 * What an import speaks for beside its rows: the slices of an account on these days and networks.
 * Those of them that have no rows end with the import.
 */
export interface SliceScope {
  readonly days: DaySpan
  readonly networks: readonly string[]
  readonly accountId: number
}

/** Checked rows in the scratch table `stage`, ready to be committed. */
export interface StagedSlices {
  readonly scratch: DuckDBConnection
  /** At least 1, unless there is a scope. */
  readonly rowCount: number
  /** The names in the rows; a missing ad tag is the default one. */
  readonly names: Readonly<Record<LabelKind, readonly string[]>>
  /** Null when the import speaks only for the slices of its rows. */
  readonly scope: SliceScope | null
  /** Whether rows are added to the current slices instead of replacing them. */
  readonly isPartial: boolean
  /** Whether rows of one key may repeat; their money is then added up before it is rounded. */
  readonly repeatedKeys: 'none' | 'added up'
  /** A rate for every day and currency of a row that is not in its account's currency. */
  readonly rates: readonly Rate[]
}

/** The app that a staged reference means. */
export interface StagedApp {
  readonly reference: string
  readonly appKey: number
  readonly accountId: number
  /** The account's. */
  readonly currency: string
}

/** The code that the store has for a staged name. */
export interface StagedLabel {
  readonly kind: LabelKind
  readonly name: string
  readonly code: number
}

/** Where slices may be: every combination of these. */
export interface SliceRange {
  readonly days: readonly Day[]
  readonly accounts: readonly number[]
  /** Null for all apps. */
  readonly apps: readonly number[] | null
  readonly networks: readonly number[]
}

/**
 * A store's current slices, as relations that statements of the scratch can read. A relation
 * contains at least the rows of the range, and may contain more.
 */
export interface CurrentSlices {
  /** @returns a relation with the columns `sliceVersionColumns` */
  slices(range: SliceRange): Promise<string>
  /** @returns a relation with the columns `figureColumns` */
  figures(range: SliceRange): Promise<string>
}
