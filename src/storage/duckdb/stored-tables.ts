import {
  BIGINT,
  DATE,
  type DuckDBConnection,
  DuckDBDateValue,
  type DuckDBType,
  type DuckDBValue,
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
} satisfies Readonly<Record<string, Readonly<Record<string, DuckDBType>>>>

export type StoredTable = keyof typeof storedTables

type Cell = number | bigint | string | null

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

const toValue = (value: Cell, type: DuckDBType): DuckDBValue =>
  type === DATE && value !== null ? new DuckDBDateValue(Number(value)) : value
