import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBType,
  TIMESTAMPTZ,
  VARCHAR,
} from '@duckdb/node-api'
import type { ColumnType, TableBatch } from '../../../reporting/report-table.ts'
import type { TableValue, WarehouseType } from '../../../warehouse/tables.ts'
import { WarehouseError } from '../../../warehouse/warehouse.ts'
import { putCells } from '../../duckdb/put-cells.ts'
import type { BulkColumn, SqlSession } from '../sql-session.ts'

/** What a copy may use of the machine; more waits on disk. */
const memoryLimit = '512MB'

/** A DuckDB file, which is open only as long as the session. */
export class DuckdbSession implements SqlSession {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection

  readonly #signal: AbortSignal

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, signal: AbortSignal) {
    this.#instance = instance
    this.#connection = connection
    this.#signal = signal
  }

  /** @throws WarehouseError, also while another process has the file open */
  static async open(path: string, signal: AbortSignal): Promise<DuckdbSession> {
    try {
      const instance = await DuckDBInstance.create(path, {
        memory_limit: memoryLimit,
        threads: '1',
      })
      const connection = await instance.connect()
      signal.addEventListener('abort', () => connection.interrupt(), { once: true })
      await connection.run("SET TimeZone = 'UTC'")
      return new DuckdbSession(instance, connection, signal)
    } catch (error) {
      throw duckdbError(error)
    }
  }

  typeOf(type: WarehouseType): string {
    return duckdbType(type).toString()
  }

  placeholder(position: number, { kind }: WarehouseType): string {
    if (kind === 'day') return `(DATE '1970-01-01' + $${position}::INTEGER)`
    return kind === 'time' ? `make_timestamptz($${position}::BIGINT * 1000)` : `$${position}`
  }

  dayNumber = (expression: string): string => `((${expression}) - DATE '1970-01-01')`

  async run(sql: string, values: readonly TableValue[] = []): Promise<void> {
    await this.#connection.run(sql, [...values]).catch(refuse)
  }

  async rows(sql: string, values: readonly TableValue[] = []) {
    const reader = await this.#connection.runAndReadAll(sql, [...values]).catch(refuse)
    return reader.getRows() as unknown[][]
  }

  async commentOf(table: string): Promise<string | null> {
    const sql = 'SELECT comment FROM duckdb_tables() WHERE table_name = $1'
    const [row] = await this.rows(sql, [table])
    return row?.[0] == null ? null : String(row[0])
  }

  async lacksIndex(): Promise<boolean> {
    return false
  }

  /** The process that has the file open is alone with it. */
  async lock(): Promise<void> {}

  async insert(
    table: string,
    columns: readonly BulkColumn[],
    batches: AsyncIterable<TableBatch>,
  ): Promise<number> {
    const bulk = columns.map(({ name, type }) => ({ name, type: type as ColumnType }))
    const names = columns.map(({ name }) => name).join(', ')
    try {
      const rows = await putCells(this.#connection, { columns: bulk, batches }, this.#signal)
      const { rowsChanged } = await this.#connection
        .run(`INSERT INTO ${table} (${names}) ${rows}`)
        .catch(refuse)
      return rowsChanged
    } finally {
      await this.#connection.run('DROP TABLE IF EXISTS cells').catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    // Otherwise the file is tidied while it is closed, and everything else waits.
    await this.#connection.run('CHECKPOINT').catch(() => undefined)
    this.#connection.closeSync()
    this.#instance.closeSync()
  }
}

function duckdbType(type: WarehouseType): DuckDBType {
  if (type.kind === 'decimal') return DECIMAL(type.precision, type.scale)
  return types[type.kind]
}

const types = {
  day: DATE,
  text: VARCHAR,
  integer: BIGINT,
  time: TIMESTAMPTZ,
  flag: BOOLEAN,
} as const

const refuse = (error: unknown): never => {
  throw duckdbError(error)
}

/** The error of a warehouse for one of the engine. */
export const duckdbError = (error: unknown): WarehouseError =>
  new WarehouseError(`DuckDB: ${(error as Error).message}`, { cause: error })
