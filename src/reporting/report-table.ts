import type { ExactInteger } from '../values/exact-integer.ts'
import type { SumColumn } from './report-store.ts'

/** The type of a column's cells. Every format writes them exactly. */
export type ColumnType =
  | { readonly kind: 'day' }
  | { readonly kind: 'text' }
  /** 64 bits. */
  | { readonly kind: 'integer' }
  /** `scale` digits after the point, `precision` digits in all. */
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }

/** A column of an answer, under the name that all formats use. */
export interface TableColumn {
  readonly name: string
  readonly type: ColumnType
}

/** The cells of one column in some consecutive rows. */
export type ColumnCells =
  /** Days since 1970-01-01. */
  | { readonly kind: 'day'; readonly days: ArrayLike<number | null> }
  /** Indexes into `labels`, which may grow from batch to batch, but keeps its order; null for none. */
  | {
      readonly kind: 'text'
      readonly codes: ArrayLike<number | null>
      readonly labels: readonly string[]
    }
  /** Whole numbers, or whole numbers of `10^-scale`; null for unknown. */
  | { readonly kind: 'number'; readonly values: ArrayLike<ExactInteger | null> | SumColumn }

/** Some consecutive rows of a table. */
export interface TableBatch {
  readonly rowCount: number
  /** In the order of the table's columns. */
  readonly cells: readonly ColumnCells[]
}

/** An answer as rows and columns, the same for every format. */
export interface ReportTable {
  readonly columns: readonly TableColumn[]
  /** The rows. Read them once. Cells are valid until the next batch is requested. */
  readonly batches: AsyncIterable<TableBatch>
}
