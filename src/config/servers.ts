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

/**
 * Reads the servers from the environment.
 *
 * @throws ConfigError naming the variable, never its value, which may contain a password
 */
export function readServers(env: Environment): Servers {
  refuseRenamed(env)
  const databaseUrl = env.ADTALLY_DATABASE_URL || null
  checkUrl('ADTALLY_DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:'])
  const valkeyUrl = env.ADTALLY_VALKEY_URL || null
  checkUrl('ADTALLY_VALKEY_URL', valkeyUrl, ['redis:', 'rediss:', 'valkey:', 'valkeys:'])
  return Object.freeze({
    clickhouse: readClickhouse(env),
    databaseUrl,
    valkeyUrl: valkeyUrl?.replace(/^valkey/, 'redis') ?? null,
    allowedMigrations: listOf(env.ADTALLY_ALLOW_MIGRATION),
  })
}

const renamed = ['URL', 'CLUSTER', 'REPLICATED']

/** Ignoring an old name would start the server with empty figures. */
function refuseRenamed(env: Environment): void {
  const name = renamed.find((part) => env[`ADTALLY_STATS_${part}`])
  if (name === undefined) return
  throw new ConfigError(`ADTALLY_STATS_${name} was renamed. Set ADTALLY_CLICKHOUSE_${name} instead`)
}

function readClickhouse(env: Environment): ClickhouseServers | null {
  const given = listOf(env.ADTALLY_CLICKHOUSE_URL)
  if (given.length === 0) return null
  for (const url of given) checkUrl('ADTALLY_CLICKHOUSE_URL', url, ['http:', 'https:'])
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
    cluster: env.ADTALLY_CLICKHOUSE_CLUSTER || null,
    replicated: env.ADTALLY_CLICKHOUSE_REPLICATED === '1',
  }
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function checkUrl(variable: string, text: string | null, protocols: readonly string[]): void {
  if (text === null) return
  // URLs of local sockets have no host.
  const url = URL.parse(text.trim().replace('@/', '@socket/'))
  if (url && protocols.includes(url.protocol)) return
  throw new ConfigError(`${variable}: this is not a URL that starts with ${protocols[0]}//`)
}
