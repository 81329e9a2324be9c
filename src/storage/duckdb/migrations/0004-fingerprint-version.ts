import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/** `fingerprint_version` tells how a slice's fingerprint was made: see `staging/compare-slices.ts`. */
export const fingerprintVersion: StoreMigration<DuckDBConnection> = {
  name: '0004-fingerprint-version',
  release: '0.2',
  up: async (connection) => {
    for (const table of ['slices', 'past_slices']) {
      await connection.run(`ALTER TABLE ${table} ADD COLUMN fingerprint_version UTINYINT DEFAULT 1`)
    }
  },
}
