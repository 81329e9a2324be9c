import { BIGINT, DATE, DECIMAL, type DuckDBConnection, INTEGER, VARCHAR } from '@duckdb/node-api'
import type { ColumnType, ReportTable, TableColumn } from '../../reporting/report-table.ts'
import { putTable } from '../../staging/scratch-tables.ts'
import { appendCells, type ScratchColumn } from './append-cells.ts'

/**
 * Brings a table into an engine, as the temporary table `cells`.
 *
 * @returns the query of its rows, in its columns
 */
export async function putCells(
  connection: DuckDBConnection,
  table: ReportTable,
  signal: AbortSignal,
): Promise<string> {
  const columns = table.columns.map(({ type }, index) => scratchColumn(type, index))
  const declared = columns.map(({ name, type }) => `${name} ${type}`)
  await connection.run(`CREATE OR REPLACE TEMP TABLE cells (${declared.join(', ')})`)
  const labels = await appendCells(connection, 'cells', columns, table.batches, signal)
  for (const [index, names] of labels.entries()) {
    if (names !== null) await putLabels(connection, columns[index]!.name, names)
  }
  const selected = table.columns.map((column, index) => cellOf(column, columns[index]!.name))
  return `SELECT ${selected.join(', ')} FROM cells`
}

/** Text waits as codes, decimals as the widest of their size. */
function scratchColumn(type: ColumnType, index: number): ScratchColumn {
  const name = `c${index}`
  if (type.kind === 'day') return { name, type: DATE, wordsPerCell: 1 }
  if (type.kind === 'text') return { name, type: INTEGER, wordsPerCell: 1 }
  if (type.kind === 'integer') return { name, type: BIGINT, wordsPerCell: 2 }
  if (type.precision <= 18) return { name, type: DECIMAL(18, type.scale), wordsPerCell: 2 }
  return { name, type: DECIMAL(38, type.scale), wordsPerCell: 4 }
}

function cellOf({ name, type }: TableColumn, scratch: string): string {
  const as = `AS "${name.replaceAll('"', '""')}"`
  if (type.kind === 'text') return `getvariable('${scratch}')[${scratch} + 1] ${as}`
  if (type.kind !== 'decimal') return `${scratch} ${as}`
  return `${scratch}::DECIMAL(${type.precision}, ${type.scale}) ${as}`
}

async function putLabels(
  connection: DuckDBConnection,
  column: string,
  labels: readonly string[],
): Promise<void> {
  await putTable(
    connection,
    'labels',
    { label: VARCHAR },
    labels.map((label) => [label]),
  )
  await connection.run(`SET VARIABLE ${column} = (SELECT list(label ORDER BY rowid) FROM labels)`)
}
