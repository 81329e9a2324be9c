import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/** Which copy of the relational store this file was last used with. See `compose/pair-stores.ts`. */
export const pairing: StoreMigration<DuckDBConnection> = {
  name: '0005-pairing',
  release: '0.2',
  up: async (connection) => {
    await connection.run(
      'CREATE TABLE pairing (generation BIGINT NOT NULL, turn BIGINT NOT NULL, token VARCHAR NOT NULL)',
    )
    await connection.run("INSERT INTO pairing VALUES (0, 0, '')")
  },
}
