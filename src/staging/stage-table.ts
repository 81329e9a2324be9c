import { BOOLEAN, type DuckDBValue, UBIGINT, USMALLINT, VARCHAR } from '@duckdb/node-api'
import type { TableRow } from '../sources/readers/input-file.ts'
import { stagedColumns } from '../sources/staged-columns.ts'

const noCells = stagedColumns.map(() => null)

/** Every cell as text. An unreadable row has only the fault that the reader found. */
export const stageTable = `CREATE OR REPLACE TEMP TABLE stage (
  file USMALLINT NOT NULL, line UBIGINT, unreadable BOOLEAN NOT NULL,
  fault_column VARCHAR, fault_value VARCHAR, fault_accepts VARCHAR,
  ${stagedColumns.map((column) => `${column} VARCHAR`).join(', ')}
)`

export const stageTypes = [
  USMALLINT,
  UBIGINT,
  BOOLEAN,
  ...[VARCHAR, VARCHAR, VARCHAR],
  ...stagedColumns.map(() => VARCHAR),
]

export const toColumns = (file: number, { line, cells, fault }: TableRow): DuckDBValue[] => {
  const { column = null, value = null, accepts = null } = fault ?? {}
  return [file, BigInt(line), cells === null, column, value, accepts, ...(cells ?? noCells)]
}
