import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BIGINT, DATE, DECIMAL, type DuckDBConnection, INTEGER, VARCHAR } from '@duckdb/node-api'
import type { WriteParquet } from '../../reporting/parquet-writer.ts'
import { answerTooLarge } from '../../reporting/report-error.ts'
import type { ColumnType, ReportTable, TableColumn } from '../../reporting/report-table.ts'
import { cancelStatements } from '../../staging/cancel-statements.ts'
import { isBeyondLimits } from '../../staging/engine-limits.ts'
import { openEngine } from '../../staging/open-engine.ts'
import { withConnection } from '../../staging/scratch-database.ts'
import { putTable } from '../../staging/scratch-tables.ts'
import { appendCells, type ScratchColumn } from './append-cells.ts'

export interface ParquetOptions {
  /** For rows that do not fit into memory; emptied afterwards. */
  readonly workDirectory: string
  /** Disk for them, such as `10GB`. */
  readonly spillLimit?: string
}

/** A row group of 122,880 rows is compressed in memory; other rows wait on disk. */
const memoryLimit = '256MB'

/**
 * Writes Parquet files with a scratch database of their own, which ends with the file.
 *
 * One thread and the order of insertion make the bytes the same everywhere.
 */
export function parquetWriter({ workDirectory, spillLimit }: ParquetOptions): WriteParquet {
  return async (table, path, metadata, signal) => {
    signal.throwIfAborted()
    const spill = join(workDirectory, `parquet-${randomUUID()}`)
    const instance = await openEngine({
      path: ':memory:',
      threads: 1,
      spillDirectory: spill,
      memoryLimit,
      ...(spillLimit && { spillLimit }),
      settings: { preserve_insertion_order: 'true' },
    })
    try {
      await withConnection(instance, async (connection) => {
        const end = cancelStatements(connection, signal)
        try {
          await writeFile(connection, table, path, metadata, signal)
        } finally {
          end()
        }
      })
    } catch (error) {
      await rm(path, { force: true })
      signal.throwIfAborted()
      throw isBeyondLimits(error) ? answerTooLarge(error) : error
    } finally {
      instance.closeSync()
      await rm(spill, { recursive: true, force: true })
    }
  }
}

async function writeFile(
  connection: DuckDBConnection,
  table: ReportTable,
  path: string,
  metadata: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const columns = table.columns.map(({ type }, index) => scratchColumn(type, index))
  const declared = columns.map(({ name, type }) => `${name} ${type}`)
  await connection.run(`CREATE TABLE cells (${declared.join(', ')})`)
  const labels = await appendCells(connection, 'cells', columns, table.batches, signal)
  for (const [index, names] of labels.entries()) {
    if (names !== null) await putLabels(connection, columns[index]!.name, names)
  }
  const selected = table.columns.map((column, index) => cellOf(column, columns[index]!.name))
  const pairs = Object.entries(metadata).map(([key, value]) => `${quote(key)}: ${quote(value)}`)
  const options = ['FORMAT parquet', 'COMPRESSION zstd']
  if (pairs.length > 0) options.push(`KV_METADATA {${pairs.join(', ')}}`)
  await connection.run(
    `COPY (SELECT ${selected.join(', ')} FROM cells) TO ${quote(path)} (${options.join(', ')})`,
  )
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

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
