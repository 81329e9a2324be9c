import type { FactKind } from '../facts/fact-kind.ts'
import type { LedgerEntries, SecondaryReport } from '../ledger/figure-ledger.ts'
import type { LabelKind, NewLabel } from '../ledger/journal.ts'
import type { CurrentSlices } from './staged-slices.ts'

/** The names of one kind and their codes, in one account. */
interface KnownNames {
  /** Names at the index of their code. */
  readonly names: readonly string[]
  /** The first code that no name has. */
  readonly nextCode: number
  /** Null for a name that has none. */
  codeOf(name: string): number | null
}

/** The names that have codes. */
export interface KnownLabels {
  /** Those of an account or of a secondary report. */
  of(accountId: number): {
    setOf(kind: LabelKind): KnownNames
    /** Chooses codes for names that have none. */
    assign(kind: LabelKind, names: readonly string[]): readonly Omit<NewLabel, 'accountId'>[]
  }
}

/** One state of a store's figures, which the store lends to plan an entry. */
export interface EntryState {
  /** The entry that comes next. */
  readonly entry: number
  readonly labels: KnownLabels
  /** By id. */
  readonly reports: readonly SecondaryReport[]
  readonly entries: Pick<LedgerEntries, 'byIds'>
  readonly currentOf: (kind: FactKind) => CurrentSlices
}
