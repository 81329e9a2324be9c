import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import type { ClickhouseConnection, ClickhouseOptions } from './connection.ts'

const schemaVersion = 1

const sliceKey = 'day Date, account UInt32, app UInt32, network UInt16'
const figureKey = `${sliceKey}, format UInt16, country UInt16, ad_tag UInt32`

/** By how much sums change, and whether counts become known (1) or unknown (-1). */
const packed = 'CODEC(T64, ZSTD(1))'
const deltas = `impressions Int64 ${packed}, clicks Int64 ${packed}, installs Int64 ${packed},
    revenue_micros Int64 ${packed}, clicks_known Int8, installs_known Int8`

interface JournalTable {
  readonly columns: string
  /** What lets rows be found that the order does not. */
  readonly index?: string
  readonly order: string
  readonly rest?: string
}

/**
 * Rows are only ever added. Each states a change that the ledger entry `since` brought: `sign` is 1
 * where a key appears, -1 where it vanishes, 0 where its sums change. What stands is the sum of the
 * changes up to some entry, of keys whose signs add up to 1.
 *
 * `figures` is that of a day, app, network, format, country and ad tag; `slices` of their totals,
 * with what the newest of its rows says of the version: the import that stated it, the fingerprint
 * of its rows, the last entry that changed anything and how many did after the first. `changes`
 * lists what each entry changed, and `originals` what was stated of figures that were converted.
 */
const journal: Readonly<Record<string, JournalTable>> = {
  figures: {
    columns: `${figureKey}, ${deltas}, sign Int8, since UInt32`,
    order: 'account, app, day, network, format, country, ad_tag',
    rest: 'PARTITION BY toYYYYMM(day)',
  },
  slices: {
    columns: `${sliceKey}, row_count Int64, ${deltas}, sign Int8, since UInt32,
    import_id UInt32, fingerprint UInt64, changed UInt32, restatements UInt32,
    fingerprint_version UInt8 DEFAULT 1`,
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

/** The tables of which rows of an entry lie in, and the column that names it. */
export const entryColumns: Readonly<Record<string, string>> = {
  figures: 'since',
  slices: 'since',
  changes: 'entry',
  originals: 'import_id',
}

/** The table in which a node itself keeps rows. */
export const localTable = (table: string, { cluster }: Required<ClickhouseOptions>): string =>
  cluster === null ? table : `${table}_local`

/** What has a statement run on every node, where Keeper lets one ask for it. */
export const onCluster = ({ cluster, replicated }: Required<ClickhouseOptions>): string =>
  cluster !== null && replicated ? ` ON CLUSTER '${cluster}'` : ''

/**
 * Creates the tables where there are none, or checks that existing ones are of this version and of
 * this ledger.
 *
 * @param identity the ledger's
 * @throws UnusableStoreError when they are not
 */
export async function ensureSchema(
  connection: ClickhouseConnection,
  identity: string,
): Promise<void> {
  await connection.createDatabase(onCluster(connection.options))
  for (const statement of statements(connection.options)) {
    await connection.commandEverywhere(statement)
  }
  const rows = await connection.rows('SELECT DISTINCT version, ledger FROM adtally_schema')
  if (rows.length === 0) {
    await connection.commandEverywhere(
      'INSERT INTO adtally_schema VALUES ({version:UInt32}, {ledger:String})',
      { version: schemaVersion, ledger: identity },
    )
  }
  for (const [version, ledger] of rows) {
    if (version !== schemaVersion) {
      throw new UnusableStoreError(
        `The figures in ClickHouse were written by another version of Adtally (tables ${version}, this one has ${schemaVersion}).`,
      )
    }
    if (ledger !== identity) {
      throw new UnusableStoreError(
        `The ClickHouse database ${connection.options.database} holds the figures of another ledger; name another database, or open the relational store that they belong to.`,
      )
    }
  }
}

/** The statements that make the tables of a node, or of every node of a cluster. */
export function statements(options: Required<ClickhouseOptions>): string[] {
  const { cluster, replicated, database } = options
  const everywhere = onCluster(options)
  const create = 'CREATE TABLE IF NOT EXISTS'
  const engine = (name: string) =>
    replicated
      ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${database}/${name}', '{replica}')`
      : 'MergeTree'
  const made = Object.entries(journal).flatMap(([table, { columns, index, order, rest }]) => {
    const local = localTable(table, options)
    const stored = `${create} ${local}${everywhere} (
    ${[columns, index].filter(Boolean).join(', ')}
  ) ENGINE = ${engine(local)}${rest ? ` ${rest}` : ''} ORDER BY (${order})`
    if (cluster === null) return [stored]
    // The rows of an app lie on one shard, so that a question about one app asks one.
    return [
      stored,
      `${create} ${table}${everywhere} (
    ${columns}
  ) ENGINE = Distributed('${cluster}', '${database}', '${local}', intHash64(app))`,
    ]
  })
  return [
    ...made,
    `${create} adtally_schema${everywhere} (version UInt32, ledger String)
  ENGINE = MergeTree ORDER BY version`,
  ]
}
