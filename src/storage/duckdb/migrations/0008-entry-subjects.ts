import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/** `subject` tells in JSON what a deletion or a merge was about; null for imports and undos. */
export const entrySubjects: StoreMigration<DuckDBConnection> = {
  name: '0008-entry-subjects',
  release: '0.2',
  up: async (connection) => {
    await connection.run('ALTER TABLE imports ADD COLUMN subject VARCHAR')
  },
}
