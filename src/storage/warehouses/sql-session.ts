import type { TableBatch } from '../../reporting/report-table.ts'
import type { TableValue, WarehouseType } from '../../warehouse/tables.ts'

/** A column of rows that are added in bulk. */
export interface BulkColumn {
  readonly name: string
  readonly type: WarehouseType
}

/** A connection to a warehouse that has transactions. Every method throws WarehouseError. */
export interface SqlSession {
  typeOf(type: WarehouseType): string
  /** A placeholder's value in the type of its column: days and times are numbers. */
  placeholder(position: number, type: WarehouseType): string
  run(sql: string, values?: readonly TableValue[]): Promise<void>
  /** Integers as bigint, or as text. */
  rows(sql: string, values?: readonly TableValue[]): Promise<readonly (readonly unknown[])[]>
  /** Adds rows in bulk. @returns how many */
  insert(
    table: string,
    columns: readonly BulkColumn[],
    batches: AsyncIterable<TableBatch>,
  ): Promise<number>
  /** The comment of a table; null for none, and where there is no such table. */
  commentOf(table: string): Promise<string | null>
  /** Keeps others from changing the copy of an account until the transaction ends. */
  lock(account: string): Promise<void>
  /** Whether there is no such index; false where rows are found without one. */
  lacksIndex(name: string): Promise<boolean>
  /** Makes a day of an expression a number of days since 1970-01-01. */
  dayNumber(expression: string): string
  close(): Promise<void>
}
