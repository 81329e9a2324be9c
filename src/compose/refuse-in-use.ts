import { existsSync } from 'node:fs'
import type { DataDirectory } from '../config/data-directory.ts'
import { DuckdbDatabase } from '../storage/duckdb/database.ts'
import { DatabaseInUseError } from '../values/database-in-use-error.ts'

/** @throws DatabaseInUseError when another process has the figures of a data directory open */
export async function refuseInUse({ figures }: DataDirectory): Promise<void> {
  if (!existsSync(figures)) return
  try {
    const database = await DuckdbDatabase.open({ path: figures, threads: 1, readOnly: true })
    await database.close()
  } catch (error) {
    if (error instanceof DatabaseInUseError) throw error
    // Nobody uses a damaged file, or one of another release.
  }
}
