import { ConfigError, type Environment } from './settings.ts'

/** Servers that hold what would otherwise lie in the data directory or in the process. */
export interface Servers {
  /** ClickHouse; null for DuckDB. */
  readonly clickhouse: ClickhouseServers | null
  /** The address of PostgreSQL; null for SQLite. */
  readonly databaseUrl: string | null
  /** The address of Valkey or Redis; null to count requests in the process. */
  readonly valkeyUrl: string | null
  /** Names of migrations that cannot be undone and that the operator allows; none when absent. */
  readonly allowedMigrations?: readonly string[]
}

export interface ClickhouseServers {
  readonly urls: readonly string[]
  readonly database: string
  /** The cluster of `remote_servers` that the tables are spread over; null for one node. */
  readonly cluster: string | null
  /** Whether the cluster keeps replicas, through Keeper. */
  readonly replicated: boolean
}

/** Everything lies in the data directory. */
export const noServers: Servers = Object.freeze({
  clickhouse: null,
  databaseUrl: null,
  valkeyUrl: null,
})

/** Whether any number of processes may use the stores at once. */
export const isShared = ({ clickhouse, databaseUrl }: Servers): boolean =>
  clickhouse !== null && databaseUrl !== null

/**
 * Reads which servers hold the stores.
 *
 * @throws ConfigError naming the variable that cannot be used, never its value: it may hold a
 *   password
 */
export function readServers(env: Environment): Servers {
  refuseRenamed(env)
  const databaseUrl = env.ADTALLY_DATABASE_URL || null
  serverAddress('ADTALLY_DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:'])
  const valkeyUrl = env.ADTALLY_VALKEY_URL || null
  serverAddress('ADTALLY_VALKEY_URL', valkeyUrl, ['redis:', 'rediss:', 'valkey:', 'valkeys:'])
  return Object.freeze({
    clickhouse: readClickhouse(env),
    databaseUrl,
    valkeyUrl: valkeyUrl?.replace(/^valkey/, 'redis') ?? null,
    allowedMigrations: listOf(env.ADTALLY_ALLOW_MIGRATION),
  })
}

const renamed = ['URL', 'CLUSTER', 'REPLICATED']

/** A server that ignored the old name would start on empty figures of its own. */
function refuseRenamed(env: Environment): void {
  const name = renamed.find((part) => env[`ADTALLY_STATS_${part}`])
  if (name === undefined) return
  throw new ConfigError(`ADTALLY_STATS_${name} was renamed. Set ADTALLY_CLICKHOUSE_${name} instead`)
}

function readClickhouse(env: Environment): ClickhouseServers | null {
  const given = listOf(env.ADTALLY_CLICKHOUSE_URL)
  if (given.length === 0) return null
  for (const url of given) serverAddress('ADTALLY_CLICKHOUSE_URL', url, ['http:', 'https:'])
  const databases = new Set(given.map((url) => new URL(url).pathname.slice(1) || 'adtally'))
  const [database] = databases
  if (databases.size > 1 || !/^\w+$/.test(database!)) {
    throw new ConfigError(
      'ADTALLY_CLICKHOUSE_URL: the path of every address names one database, in letters, digits and underscores',
    )
  }
  return {
    urls: given.map((url) => Object.assign(new URL(url), { pathname: '' }).href),
    database: database!,
    cluster: env.ADTALLY_CLICKHOUSE_CLUSTER || null,
    replicated: env.ADTALLY_CLICKHOUSE_REPLICATED === '1',
  }
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function serverAddress(variable: string, text: string | null, protocols: readonly string[]): void {
  if (text === null) return
  // A host may be missing where a socket is meant.
  const url = URL.parse(text.trim().replace('@/', '@socket/'))
  if (url && protocols.includes(url.protocol)) return
  throw new ConfigError(`${variable}: is not an address that begins with ${protocols[0]}//`)
}
