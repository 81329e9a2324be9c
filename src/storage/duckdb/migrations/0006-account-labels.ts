import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/**
 * `account_labels` names the codes of an account or a secondary report. The names in `labels` are from
 * before and are those of all accounts; an account's own codes come after them.
 */
export const accountLabels: StoreMigration<DuckDBConnection> = {
  name: '0006-account-labels',
  release: '0.2',
  up: async (connection) => {
    await connection.run(`CREATE TABLE account_labels (
      account UINTEGER NOT NULL, kind VARCHAR NOT NULL, code UINTEGER NOT NULL, name VARCHAR NOT NULL
    )`)
  },
}
