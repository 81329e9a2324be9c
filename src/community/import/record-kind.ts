import type { CellRule, RefuseCell } from '../../sources/readers/cell-rule.ts'
import type { CommunitySession, PutOutcome } from '../community-writer.ts'

/** Cells by the names of their columns. */
export type Cells = Readonly<Record<string, string | null>>

/** A kind of record that can be imported: its columns, and how a row becomes a record. */
export interface RecordKind {
  /** In the order that reject files list them. */
  readonly rules: Readonly<Record<string, CellRule>>
  /** Columns that NDJSON may state as a list; as text their items are separated by commas. */
  readonly lists: readonly string[]
  /** Checks what a single cell does not tell. */
  readonly checkRow: (cells: Cells, refuse: RefuseCell) => void
  /** Puts rows whose cells are accepted. */
  readonly put: (session: CommunitySession, rows: readonly Cells[]) => Promise<PutOutcome>
}
