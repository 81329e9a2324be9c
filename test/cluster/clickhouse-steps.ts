import type { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { localTable, onCluster } from '../../src/storage/clickhouse/schema.ts'
import type { StoreMigration } from '../../src/storage/upgrades/migration.ts'

/** Migrations of imaginary later releases. Each statement can be repeated. */
export const addLaterColumn: StoreMigration<ClickhouseConnection> = {
  name: '0101-later-column',
  release: '99.1',
  up: async (connection) => {
    const { options } = connection
    for (const table of new Set([localTable('slices', options), 'slices'])) {
      await connection.commandEverywhere(
        `ALTER TABLE ${table}${onCluster(options)}
        ADD COLUMN IF NOT EXISTS later_column UInt8 DEFAULT 1`,
      )
    }
  },
}

export const countSteps: StoreMigration<ClickhouseConnection> = {
  name: '0102-steps',
  release: '99.2',
  up: async (connection, onShare) => {
    await connection.commandEverywhere(
      'CREATE TABLE IF NOT EXISTS steps (n UInt8) ENGINE = MergeTree ORDER BY n',
    )
    onShare(0.5)
    await connection.commandEverywhere(
      'INSERT INTO steps SELECT 1 WHERE 1 NOT IN (SELECT n FROM steps)',
    )
  },
}
