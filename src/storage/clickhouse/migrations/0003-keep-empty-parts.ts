import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseOptions } from '../clickhouse-options.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { localTable, onCluster } from '../schema.ts'

const firstTables = ['figures', 'slices', 'changes', 'originals']

/**
 * Replicas keep parts whose rows were all deleted. When ClickHouse removes such a part, and it was
 * written with a quorum, every sequentially consistent read fails from then on with code 289.
 */
export const keepEmptyParts: StoreMigration<ClickhouseConnection> = {
  name: '0003-keep-empty-parts',
  release: '0.2',
  up: async (connection) => {
    for (const statement of settingStatements(connection.options)) {
      await connection.commandEverywhere(statement)
    }
  },
}

/** Nothing without replicas. */
export function settingStatements(
  options: Required<ClickhouseOptions>,
  tables = firstTables,
): string[] {
  if (!options.replicated) return []
  return tables.map(
    (table) =>
      `ALTER TABLE ${localTable(table, options)}${onCluster(options)} MODIFY SETTING remove_empty_parts = 0`,
  )
}
