import { DuckDBInstance } from '@duckdb/node-api'
import { type EngineLimits, engineSettings } from './engine-limits.ts'

export interface EngineOptions extends EngineLimits {
  /** The database file, or `:memory:`. */
  readonly path: string
  /** Engine threads for one statement: 1 serves many light queries best. */
  readonly threads: number
  /** For data that does not fit into memory. */
  readonly spillDirectory?: string | undefined
  /** Further settings of the engine. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Opens a DuckDB database that keeps its limits. @throws the engine's error */
export async function openEngine({
  path,
  threads,
  spillDirectory,
  settings,
  ...limits
}: EngineOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(path, {
    ...engineSettings(limits),
    threads: String(threads),
    ...(spillDirectory && { temp_directory: spillDirectory }),
    ...settings,
  })
  const { spillLimit } = limits
  if (spillLimit === undefined) return instance
  try {
    const connection = await instance.connect()
    // Given when an instance is created, the engine shows this limit and does not keep it.
    await connection.run(`SET max_temp_directory_size = '${spillLimit}'`)
    connection.closeSync()
    return instance
  } catch (error) {
    instance.closeSync()
    throw error
  }
}
