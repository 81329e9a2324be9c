import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { LabelKind } from '../ledger/journal.ts'
import type { Day, DaySpan } from '../values/day.ts'
import type { AppliedRate, NewRate } from './applied-rate.ts'

/**
 * The days, networks and account that an entry covers completely. Slices in the scope that have no
 * rows end with it.
 */
export interface SliceScope {
  /** Null for all days. */
  readonly days: DaySpan | null
  /** Null for all networks. Of kinds of fact with another label of slices, its values. */
  readonly networks: readonly string[] | null
  readonly accountId: number
  /** The keys of the apps; all apps when absent. */
  readonly apps?: readonly number[]
  /** Whether it also covers the figures of the account's secondary reports. */
  readonly withReports?: boolean
  /**
   * Only slices that imports last stated whose request begins with this text. Slices of anything else stay.
   */
  readonly statedBy?: string
  /** The key of the account's app that gets the figures of the scope, which has no rows then. */
  readonly mergedInto?: number
  /** Rates that converted money of the scope gets, which has no rows then. Slices without such money stay. */
  readonly newRates?: readonly NewRate[]
}

/** Checked rows in the scratch table `stage`, ready to be committed. */
export interface StagedSlices {
  /** The kind of fact that the rows are. */
  readonly kind: FactKind
  /** Further kinds whose slices in the scope the entry is about too. There are no rows then. */
  readonly otherKinds?: readonly FactKind[]
  readonly scratch: DuckDBConnection
  /** At least 1, unless there is a scope. */
  readonly rowCount: number
  /** The names in each account's rows. A missing ad tag is the default one. */
  readonly names: readonly AccountNames[]
  /** Null when the import covers only the slices of its rows. */
  readonly scope: SliceScope | null
  /** Whether rows are added to the current slices instead of replacing them. */
  readonly isPartial: boolean
  /** Whether slices that another source stated are kept as they are. */
  readonly keepsOtherSources?: boolean
  /** Whether several rows may have the same key. Their money is added up before it is rounded. */
  readonly repeatedKeys: 'none' | 'added up'
  /**
   * The columns that a file has, when `stage` is a view. Nobody checked numbers and looked for rows with the
   * same key yet: a plan throws StagingNeeded for these, or when it finds other rows than were checked.
   */
  readonly viewedColumns?: ReadonlySet<string>
  /** A rate for each account, day and currency of the rows that are not in their account's currency. */
  readonly rates: readonly AppliedRate[]
}

/** The app that a staged reference refers to. */
export interface StagedApp {
  readonly reference: string
  readonly appKey: number
  readonly accountId: number
  /** The account's currency. */
  readonly currency: string
}

/** The distinct names in the rows of an account. */
export interface AccountNames extends Readonly<Partial<Record<LabelKind, readonly string[]>>> {
  readonly accountId: number
}

/** The store's code of a staged name. */
export interface StagedLabel {
  /** The account, or the secondary report that takes its place. */
  readonly accountId: number
  readonly kind: LabelKind
  readonly name: string
  readonly code: number
  /** Whether the import brings it. */
  readonly isNew: boolean
}

/** All slices with a combination of these values; null for all values. */
export interface SliceRange {
  readonly days: readonly Day[] | null
  readonly accounts: readonly number[]
  readonly apps: readonly number[] | null
  /** Of kinds of fact with another label of slices, its values. */
  readonly networks: readonly number[] | null
}

/**
 * A store's current slices, as relations that the scratch can read. A relation contains at least the
 * rows of the range and may contain more.
 */
export interface CurrentSlices {
  readonly kind: FactKind
  /** @returns a relation with the kind's `versionColumns` */
  slices(range: SliceRange): Promise<string>
  /**
   * Versions of slices that these entries ended.
   *
   * @returns a relation with the slices' key, `import_id`, and `until`, the entry that ended the version
   */
  endedBy(entries: readonly number[], range: SliceRange): Promise<string>
  /** @returns a relation with the kind's `rowColumns` */
  figures(range: SliceRange): Promise<string>
  /**
   * The amounts that were reported in other currencies, also for versions of slices that are not current:
   * `import_id` is the entry that stated the version.
   *
   * @returns a relation with the kind's `rowKey`, `import_id`, `currency`, `rate` and an amount for each of its money
   */
  originals(range: SliceRange): Promise<string>
}
