import {
  BIGINT,
  DATE,
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  TIMESTAMP,
  UBIGINT,
  UINTEGER,
  USMALLINT,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api'
import { appendRows } from '../../staging/scratch-tables.ts'

const sliceKey = { day: DATE, account: UINTEGER, app: UINTEGER, network: USMALLINT }
const sums = { impressions: BIGINT, clicks: BIGINT, installs: BIGINT, revenue_micros: BIGINT }

const versions = {
  ...{ ...sliceKey, import_id: UINTEGER, row_count: UINTEGER, ...sums, fingerprint: UBIGINT },
  ...{ since: UINTEGER, changed: UINTEGER, restatements: UINTEGER },
}

/** The columns of tables, in their order. */
export const storedTables = {
  figures: {
    ...{ ...sliceKey, format: USMALLINT, country: USMALLINT, ad_tag: UINTEGER, ...sums },
    ...{ since: UINTEGER, requests: BIGINT, matched_requests: BIGINT },
  },
  slices: { ...versions, fingerprint_version: UTINYINT },
  past_slices: { ...versions, until: UINTEGER, fingerprint_version: UTINYINT },
  account_labels: { account: UINTEGER, kind: VARCHAR, code: UINTEGER, name: VARCHAR },
  changes: {
    ...{ entry: UINTEGER, ...sliceKey },
    ...{ old_impressions: BIGINT, old_clicks: BIGINT, old_installs: BIGINT },
    ...{ old_revenue_micros: BIGINT, new_impressions: BIGINT, new_clicks: BIGINT },
    ...{ new_installs: BIGINT, new_revenue_micros: BIGINT },
  },
  imports: {
    ...{ id: UINTEGER, kind: VARCHAR, undoes: UINTEGER, committed_at: TIMESTAMP },
    ...{ source: VARCHAR, day_zone: VARCHAR, report: VARCHAR },
    ...{ files: LIST(VARCHAR), hashes: LIST(VARCHAR), row_count: UBIGINT, slice_count: UBIGINT },
    ...{ first_day: DATE, last_day: DATE, request: VARCHAR, subject: VARCHAR },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, DuckDBType>>>>

export type StoredTable = keyof typeof storedTables

type Cell = number | bigint | string | Date | readonly string[] | null

/** A row by its columns. Days are numbers, see `Day`. */
export type StoredRow<Table extends StoredTable> = Readonly<
  Record<keyof (typeof storedTables)[Table], Cell>
>

/** Appends rows to a table of the store, which takes no planning. */
export async function appendTo<Table extends StoredTable>(
  connection: DuckDBConnection,
  table: Table,
  rows: readonly StoredRow<Table>[],
): Promise<void> {
  const columns = Object.entries(storedTables[table]) as [keyof StoredRow<Table>, DuckDBType][]
  const types = columns.map(([, type]) => type)
  const values = rows.map((row) => columns.map(([name, type]) => toValue(row[name], type)))
  await appendRows(connection, table, types, values, { isStored: true })
}

function toValue(value: Cell, type: DuckDBType): DuckDBValue {
  if (value instanceof Date) return new DuckDBTimestampValue(BigInt(value.getTime()) * 1_000n)
  if (typeof value === 'object') return value && listValue([...value])
  return type === DATE ? new DuckDBDateValue(Number(value)) : value
}
