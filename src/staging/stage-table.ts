import { BOOLEAN, type DuckDBValue, UBIGINT, USMALLINT, VARCHAR } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { TableRow } from '../sources/readers/input-file.ts'

/** Every cell as text. An unreadable row has only the fault that the reader found. */
export const stageTable = ({ columns }: FactKind): string => `CREATE OR REPLACE TEMP TABLE stage (
  file USMALLINT NOT NULL, line UBIGINT, unreadable BOOLEAN NOT NULL,
  fault_column VARCHAR, fault_value VARCHAR, fault_accepts VARCHAR,
  ${columns.map((column) => `${column} VARCHAR`).join(', ')}
)`

export const stageTypes = ({ columns }: FactKind) => [
  USMALLINT,
  UBIGINT,
  BOOLEAN,
  ...[VARCHAR, VARCHAR, VARCHAR],
  ...columns.map(() => VARCHAR),
]

export const toColumns = (
  kind: FactKind,
  file: number,
  { line, cells, fault }: TableRow,
): DuckDBValue[] => {
  const noCells = () => kind.columns.map(() => null)
  const { column = null, value = null, accepts = null } = fault ?? {}
  return [file, BigInt(line), cells === null, column, value, accepts, ...(cells ?? noCells())]
}
