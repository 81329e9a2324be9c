import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/**
 * `fingerprint_version` tells how a slice's fingerprint was made: see `staging/compare-slices.ts`. `pairing` tells which
 * copy of the relational store this file was last used with: see `compose/pair-stores.ts`. `request` is the import
 * request that an entry answers, so that a repeated one is not imported again. `subject` tells in JSON what a deletion
 * or a merge was about; null for imports and undos. Ad requests that are null are unknown.
 *
 * `account_labels` names the codes of an account or a secondary report. The names in `labels` are from before and are
 * those of all accounts; an account's own codes come after them.
 */
const statements = [
  ...['slices', 'past_slices'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN fingerprint_version UTINYINT DEFAULT 1`,
  ),
  'CREATE TABLE pairing (generation BIGINT NOT NULL, turn BIGINT NOT NULL, token VARCHAR NOT NULL)',
  "INSERT INTO pairing VALUES (0, 0, '')",
  `CREATE TABLE account_labels (
    account UINTEGER NOT NULL, kind VARCHAR NOT NULL, code UINTEGER NOT NULL, name VARCHAR NOT NULL
  )`,
  'ALTER TABLE imports ADD COLUMN request VARCHAR',
  'ALTER TABLE imports ADD COLUMN subject VARCHAR',
  ...['figures', 'past_figures'].flatMap((table) =>
    ['requests', 'matched_requests'].map(
      (name) => `ALTER TABLE ${table} ADD COLUMN ${name} BIGINT`,
    ),
  ),
]

/** Stands for the migrations 0004 to 0009. */
export const secondEdition: StoreMigration<DuckDBConnection> = {
  name: '0009-second-edition',
  release: '0.2',
  up: async (connection) => {
    for (const statement of statements) await connection.run(statement)
  },
}
