import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { WriteParquet } from '../../reporting/parquet-writer.ts'
import { answerTooLarge } from '../../reporting/report-error.ts'
import type { ReportTable } from '../../reporting/report-table.ts'
import { cancelStatements } from '../../staging/cancel-statements.ts'
import { isBeyondLimits } from '../../staging/engine-limits.ts'
import { openEngine } from '../../staging/open-engine.ts'
import { withConnection } from '../../staging/scratch-database.ts'
import { putCells } from './put-cells.ts'

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
  const rows = await putCells(connection, table, signal)
  const pairs = Object.entries(metadata).map(([key, value]) => `${quote(key)}: ${quote(value)}`)
  const options = ['FORMAT parquet', 'COMPRESSION zstd']
  if (pairs.length > 0) options.push(`KV_METADATA {${pairs.join(', ')}}`)
  await connection.run(`COPY (${rows}) TO ${quote(path)} (${options.join(', ')})`)
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
