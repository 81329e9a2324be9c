import { anyText, separatedList, urlOf, yesOrNo } from './kinds.ts'
import { named, readSettings, setting, type ValuesOf } from './setting.ts'
import { ConfigError, type Environment } from './settings.ts'

/** Servers that are used instead of files and memory. */
export interface Servers {
  /** ClickHouse; null for DuckDB. */
  readonly clickhouse: ClickhouseServers | null
  /** The URL of PostgreSQL; null for SQLite. */
  readonly databaseUrl: string | null
  /** The URL of Valkey or Redis; null to count requests in memory. */
  readonly valkeyUrl: string | null
  /** Migrations that cannot be undone and that the operator allows; none when absent. */
  readonly allowedMigrations?: readonly string[]
}

export interface ClickhouseServers {
  readonly urls: readonly string[]
  readonly database: string
  /** The cluster of `remote_servers` that the tables are spread over; null for one node. */
  readonly cluster: string | null
  /** Whether the cluster has replicas, through Keeper. */
  readonly replicated: boolean
}

export const noServers: Servers = Object.freeze({
  clickhouse: null,
  databaseUrl: null,
  valkeyUrl: null,
})

/** Whether several processes may use the stores at once. */
export const isShared = ({ clickhouse, databaseUrl }: Servers): boolean =>
  clickhouse !== null && databaseUrl !== null

export const serverStoreSettings = named({
  clickhouseUrl: setting(
    separatedList(urlOf('http:', 'https:')),
    [],
    'figures in ClickHouse: `http://user:password@host:8123/adtally`; several of a cluster',
    { isSecret: true },
  ),
  clickhouseCluster: setting(anyText, null, 'the name of the ClickHouse cluster'),
  clickhouseReplicated: setting(yesOrNo, false, 'whether its shards have replicas and Keeper', {
    defaultText: 'false',
  }),
  databaseUrl: setting(
    urlOf('postgres:', 'postgresql:'),
    null,
    'everything else in PostgreSQL: `postgres://user:password@host:5432/adtally`',
    { isSecret: true },
  ),
  valkeyUrl: setting(
    urlOf('redis:', 'rediss:', 'valkey:', 'valkeys:'),
    null,
    'rate limit counters in Valkey or Redis: `redis://host:6379`',
    { isSecret: true },
  ),
  allowMigration: setting(
    separatedList(anyText),
    [],
    'migrations that may delete data on servers; see [upgrades](upgrades.md)',
  ),
})

/**
 * Reads the servers from the environment.
 *
 * @throws ConfigError naming the variable, never its value, which may contain a password
 */
export function readServers(env: Environment): Servers {
  refuseRenamed(env)
  const values = readSettings(serverStoreSettings, env)
  return Object.freeze({
    clickhouse: readClickhouse(values),
    databaseUrl: values.databaseUrl,
    valkeyUrl: values.valkeyUrl?.replace(/^valkey/, 'redis') ?? null,
    allowedMigrations: values.allowMigration,
  })
}

const renamed = ['URL', 'CLUSTER', 'REPLICATED']

/** Ignoring an old name would start the server with empty figures. */
function refuseRenamed(env: Environment): void {
  const name = renamed.find((part) => env[`ADTALLY_STATS_${part}`])
  if (name === undefined) return
  throw new ConfigError(`ADTALLY_STATS_${name} was renamed. Set ADTALLY_CLICKHOUSE_${name} instead`)
}

function readClickhouse({
  clickhouseUrl: given,
  clickhouseCluster: cluster,
  clickhouseReplicated: replicated,
}: ValuesOf<typeof serverStoreSettings>): ClickhouseServers | null {
  if (given.length === 0) return null
  const databases = new Set(given.map((url) => new URL(url).pathname.slice(1) || 'adtally'))
  const [database] = databases
  if (databases.size > 1 || !/^\w+$/.test(database!)) {
    throw new ConfigError(
      'ADTALLY_CLICKHOUSE_URL: all URLs must have the same path, the name of the database: letters, digits and underscores',
    )
  }
  return {
    urls: given.map((url) => Object.assign(new URL(url), { pathname: '' }).href),
    database: database!,
    cluster,
    replicated,
  }
}
