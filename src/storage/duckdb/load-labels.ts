import type { DuckDBConnection } from '@duckdb/node-api'
import type { LabelKind } from '../../ledger/journal.ts'
import { Labels } from '../sql/labels.ts'

/** Reads the names behind all codes of a data file. */
export async function loadLabels(connection: DuckDBConnection): Promise<Labels> {
  const reader = await connection.runAndReadAll('SELECT kind, code, name FROM labels')
  const labels = new Labels()
  labels.add(
    reader.getRows().map(([kind, code, name]) => ({
      kind: kind as LabelKind,
      code: Number(code),
      name: String(name),
    })),
  )
  return labels
}
