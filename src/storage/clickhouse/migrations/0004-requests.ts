import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { localTable, onCluster } from '../schema.ts'

const columns = [
  'requests Int64 CODEC(T64, ZSTD(1))',
  'matched_requests Int64 CODEC(T64, ZSTD(1))',
  'requests_known Int8',
  'matched_requests_known Int8',
]

/** Changes of ad requests that reached the network, and of those that got an ad. */
export const requests: StoreMigration<ClickhouseConnection> = {
  name: '0004-requests',
  release: '0.2',
  up: async (connection) => {
    const { options } = connection
    const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`)
    for (const table of new Set([localTable('figures', options), 'figures'])) {
      await connection.commandEverywhere(
        `ALTER TABLE ${table}${onCluster(options)} ${added.join(', ')}`,
      )
    }
  },
}
