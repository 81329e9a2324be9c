import type { CommunitySession, PutOutcome } from '../../records/community-writer.ts'
import type { CellRule, RefuseCell } from '../../values/cell-rule.ts'

/** A row's cells by column. */
export type RecordCells = Readonly<Record<string, string | null>>

/** A kind of record that can be imported. */
export interface RecordKind {
  /** By column, in the order of reject files. */
  readonly rules: Readonly<Record<string, CellRule>>
  /** Columns that NDJSON may give as a list; in text, items are separated by commas. */
  readonly lists: readonly string[]
  /** Checks rules about several cells. */
  readonly checkRow: (cells: RecordCells, refuse: RefuseCell) => void
  /** Writes valid rows. */
  readonly put: (session: CommunitySession, rows: readonly RecordCells[]) => Promise<PutOutcome>
}
