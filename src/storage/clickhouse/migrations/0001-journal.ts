import type { StoreMigration } from '../../upgrades/migration.ts'
import type { ClickhouseOptions } from '../clickhouse-options.ts'
import type { ClickhouseConnection } from '../connection.ts'
import { localTable, onCluster } from '../schema.ts'

const sliceKey = 'day Date, account UInt32, app UInt32, network UInt16'
const figureKey = `${sliceKey}, format UInt16, country UInt16, ad_tag UInt32`

/** By how much sums change, and whether counts become known (1) or unknown (-1). */
const packed = 'CODEC(T64, ZSTD(1))'
const deltas = `impressions Int64 ${packed}, clicks Int64 ${packed}, installs Int64 ${packed},
    revenue_micros Int64 ${packed}, clicks_known Int8, installs_known Int8`

export interface JournalTable {
  readonly columns: string
  /** An index for queries that the order does not serve. */
  readonly index?: string
  readonly order: string
  readonly rest?: string
}

const journal: Readonly<Record<string, JournalTable>> = {
  figures: {
    columns: `${figureKey}, ${deltas}, sign Int8, since UInt32`,
    order: 'account, app, day, network, format, country, ad_tag',
    rest: 'PARTITION BY toYYYYMM(day)',
  },
  slices: {
    columns: `${sliceKey}, row_count Int64, ${deltas}, sign Int8, since UInt32,
    import_id UInt32, fingerprint UInt64, changed UInt32, restatements UInt32`,
    order: 'account, app, day, network',
    rest: 'PARTITION BY toYear(day)',
  },
  changes: {
    columns: `entry UInt32, ${sliceKey},
    old_impressions Nullable(Int64), old_clicks Nullable(Int64),
    old_installs Nullable(Int64), old_revenue_micros Nullable(Int64),
    new_impressions Nullable(Int64), new_clicks Nullable(Int64),
    new_installs Nullable(Int64), new_revenue_micros Nullable(Int64)`,
    index: 'INDEX by_entry entry TYPE minmax GRANULARITY 1',
    order: 'account, entry, day, app, network',
  },
  originals: {
    columns: `${figureKey}, import_id UInt32, currency String, rate String, amount Decimal(38, 18)`,
    order: 'account, app, day, network, format, country, ad_tag',
  },
}

/**
 * The tables of release 0.1. Rows are only added. Each states a change by the ledger entry `since`:
 * `sign` is 1 where a key appears, -1 where it vanishes, 0 where its sums change. The current
 * figures are the sum of the changes up to an entry, of keys whose signs add up to 1.
 *
 * `figures` has the changes of each day, app, network, format, country and ad tag; `slices` those of
 * their totals. The newest row of a slice has its import, the fingerprint of its figures, the last
 * entry that changed it and how many did after the first. `changes` lists what each entry changed;
 * `originals` keeps the amount, currency and rate of converted figures.
 */
export const journalTables: StoreMigration<ClickhouseConnection> = {
  name: '0001-journal',
  release: '0.1',
  up: async (connection) => {
    for (const statement of journalStatements(journal, connection.options)) {
      await connection.commandEverywhere(statement)
    }
  },
}

/** The statements that make the tables of a node, or of every node of a cluster. */
export function journalStatements(
  journal: Readonly<Record<string, JournalTable>>,
  options: Required<ClickhouseOptions>,
): string[] {
  const { cluster, replicated, database } = options
  const everywhere = onCluster(options)
  const create = 'CREATE TABLE IF NOT EXISTS'
  const engine = (name: string) =>
    replicated
      ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${database}/${name}', '{replica}')`
      : 'MergeTree'
  return Object.entries(journal).flatMap(([table, { columns, index, order, rest }]) => {
    const local = localTable(table, options)
    const stored = `${create} ${local}${everywhere} (
    ${[columns, index].filter(Boolean).join(', ')}
  ) ENGINE = ${engine(local)}${rest ? ` ${rest}` : ''} ORDER BY (${order})`
    if (cluster === null) return [stored]
    // All rows of an app are on one shard, so a query about one app uses one shard.
    return [
      stored,
      `${create} ${table}${everywhere} (
    ${columns}
  ) ENGINE = Distributed('${cluster}', '${database}', '${local}', intHash64(app))`,
    ]
  })
}
