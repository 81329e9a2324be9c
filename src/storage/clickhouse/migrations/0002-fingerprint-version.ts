import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { localTable, onCluster } from '../schema.ts'

/** `fingerprint_version` tells how a slice's fingerprint was made: see `staging/compare-slices.ts`. */
export const fingerprintVersion: StoreMigration<ClickhouseConnection> = {
  name: '0002-fingerprint-version',
  release: '0.2',
  up: async (connection) => {
    const { options } = connection
    for (const table of new Set([localTable('slices', options), 'slices'])) {
      await connection.commandEverywhere(
        `ALTER TABLE ${table}${onCluster(options)}
        ADD COLUMN IF NOT EXISTS fingerprint_version UInt8 DEFAULT 1`,
      )
    }
  },
}
