import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseOptions } from '../clickhouse-options.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { localTable, onCluster } from '../schema.ts'

/**
 * `fingerprint_version` tells how a slice's fingerprint was made: see `staging/compare-slices.ts`. The others are changes
 * of ad requests that reached the network, and of those that got an ad.
 */
const added = {
  slices: ['fingerprint_version UInt8 DEFAULT 1'],
  figures: [
    'requests Int64 CODEC(T64, ZSTD(1))',
    'matched_requests Int64 CODEC(T64, ZSTD(1))',
    'requests_known Int8',
    'matched_requests_known Int8',
  ],
}

/** Stands for the migrations 0002 to 0004. */
export const secondEdition: StoreMigration<ClickhouseConnection> = {
  name: '0004-second-edition',
  release: '0.2',
  up: async (connection) => {
    const { options } = connection
    for (const [name, columns] of Object.entries(added)) {
      const list = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')
      for (const table of new Set([localTable(name, options), name])) {
        await connection.commandEverywhere(`ALTER TABLE ${table}${onCluster(options)} ${list}`)
      }
    }
    for (const statement of settingStatements(options)) {
      await connection.commandEverywhere(statement)
    }
  },
}

/**
 * Replicas keep parts whose rows were all deleted. When ClickHouse removes such a part, and it was
 * written with a quorum, every sequentially consistent read fails from then on with code 289.
 *
 * @returns nothing without replicas
 */
export function settingStatements(
  options: Required<ClickhouseOptions>,
  tables: readonly string[] = ['figures', 'slices', 'changes', 'originals'],
): string[] {
  if (!options.replicated) return []
  return tables.map(
    (table) =>
      `ALTER TABLE ${localTable(table, options)}${onCluster(options)} MODIFY SETTING remove_empty_parts = 0`,
  )
}
