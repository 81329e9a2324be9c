import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../src/storage/upgrades/migration.ts'

/** Migrations of imaginary later releases. */
export const secondStep: StoreMigration<DuckDBConnection> = {
  name: '0101-second',
  release: '99.1',
  up: async (connection, onShare) => {
    await connection.run('CREATE TABLE steps (version INTEGER)')
    await connection.run('ALTER TABLE slices ADD COLUMN later_column UTINYINT DEFAULT 1')
    await connection.run('ALTER TABLE slices ALTER later_column SET NOT NULL')
    onShare(0.5)
    onShare(0.55)
    await connection.run('INSERT INTO steps VALUES (101)')
  },
}

export const thirdStep: StoreMigration<DuckDBConnection> = {
  name: '0102-third',
  release: '99.2',
  up: async (connection) => {
    await connection.run('INSERT INTO steps VALUES (102)')
  },
}
