import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'

/** Where everything of one installation lies. */
export interface DataDirectory {
  readonly root: string
  readonly figures: string
  /** A SQLite file, or the `postgres://` URL of a database. */
  readonly relational: string
  /** Held by the process that owns the directory, where the figures are not a file that is. */
  readonly lock: string
  readonly secret: string
  /** Present while a server owns the directory: where it is reached. */
  readonly server: string
  /** Emptied when a server starts; of one process alone where stores are shared. */
  readonly work: string
  readonly rejects: string
  readonly demo: string
  readonly servers: Servers
}

/** Servers that hold what would otherwise lie in the data directory or in the process. */
export interface Servers {
  /** ClickHouse; null for DuckDB. */
  readonly clickhouse: ClickhouseServers | null
  /** The address of PostgreSQL; null for SQLite. */
  readonly databaseUrl: string | null
  /** The address of Valkey or Redis; null to count requests in the process. */
  readonly valkeyUrl: string | null
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

export function dataDirectory(
  root: string,
  servers: Servers = noServers,
  secretFile: string | null = null,
): DataDirectory {
  const at = (name: string) => resolve(root, name)
  return Object.freeze({
    root: resolve(root),
    figures: at('figures.duckdb'),
    relational: at('adtally.sqlite'),
    lock: at('owner.lock'),
    secret: secretFile ?? at('secret.key'),
    server: at('server.json'),
    // Of processes that share their stores none owns the directory.
    work: isShared(servers) ? at(`work-${process.pid}`) : at('work'),
    rejects: at('rejects'),
    demo: at('demo.json'),
    servers,
  })
}

/** What a server is told. */
export interface ServeConfig {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Base address of the reporting interfaces; null for where the server listens. */
  readonly baseUrl: string | null
  /** Base address of the public network interface; null for where the server listens. */
  readonly networkUrl: string | null
  /** Requests of the public interface that one address may make in an hour. */
  readonly rateLimit: number
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** A folder whose files are imported; null for none. */
  readonly inbox: string | null
  /** The account that gets apps which files of the inbox bring; null to refuse them. */
  readonly inboxCreateApps: string | null
  readonly logLevel: string
  readonly maxRangeDays: number
}

/** A setting that cannot be used. The message names the setting, never a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The data directory: the flag, else `ADTALLY_DATA_DIR`, else the command's own default. */
export function readDataDirectory(
  flag: string | undefined,
  byDefault: string,
  env: Environment = process.env,
): DataDirectory {
  const root = flag ?? (env.ADTALLY_DATA_DIR || byDefault)
  return dataDirectory(root, readServers(env), env.ADTALLY_SECRET_FILE || null)
}

/**
 * Reads which servers hold the stores.
 *
 * @throws ConfigError naming the variable that cannot be used, never its value: it may hold a
 *   password
 */
export function readServers(env: Environment): Servers {
  const databaseUrl = env.ADTALLY_DATABASE_URL || null
  serverAddress('ADTALLY_DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:'])
  const valkeyUrl = env.ADTALLY_VALKEY_URL || null
  serverAddress('ADTALLY_VALKEY_URL', valkeyUrl, ['redis:', 'rediss:', 'valkey:', 'valkeys:'])
  return Object.freeze({
    clickhouse: readClickhouse(env),
    databaseUrl,
    valkeyUrl: valkeyUrl?.replace(/^valkey/, 'redis') ?? null,
  })
}

function readClickhouse(env: Environment): ClickhouseServers | null {
  const listed = (env.ADTALLY_STATS_URL ?? '').split(',').map((url) => url.trim())
  const given = listed.filter((url) => url !== '')
  if (given.length === 0) return null
  for (const url of given) serverAddress('ADTALLY_STATS_URL', url, ['http:', 'https:'])
  const databases = new Set(given.map((url) => new URL(url).pathname.slice(1) || 'adtally'))
  const [database] = databases
  if (databases.size > 1 || !/^\w+$/.test(database!)) {
    throw new ConfigError(
      'ADTALLY_STATS_URL: the path of every address names one database, in letters, digits and underscores',
    )
  }
  return {
    urls: given.map((url) => Object.assign(new URL(url), { pathname: '' }).href),
    database: database!,
    cluster: env.ADTALLY_STATS_CLUSTER || null,
    replicated: env.ADTALLY_STATS_REPLICATED === '1',
  }
}

function serverAddress(variable: string, text: string | null, protocols: readonly string[]): void {
  if (text === null) return
  // A host may be missing where a socket is meant.
  const url = URL.parse(text.trim().replace('@/', '@socket/'))
  if (url && protocols.includes(url.protocol)) return
  throw new ConfigError(`${variable}: is not an address that begins with ${protocols[0]}//`)
}

/** Flags of `serve`, as text. */
export interface ServeFlags {
  readonly host?: string
  readonly port?: string
  readonly baseUrl?: string
  readonly networkUrl?: string
  readonly trustedProxies?: string
  readonly inbox?: string
  readonly inboxCreateApps?: string
}

/**
 * Reads what `serve` is told by its flags and the environment; a flag goes first.
 *
 * @throws ConfigError naming the flag or variable that cannot be used
 */
export function readServeConfig(flags: ServeFlags, env: Environment = process.env): ServeConfig {
  return Object.freeze({
    host: flags.host ?? (env.ADTALLY_HOST || '127.0.0.1'),
    port: integer('port', flags.port ?? env.ADTALLY_PORT, 8_080, 0, 65_535),
    baseUrl: address('base-url', flags.baseUrl ?? env.ADTALLY_BASE_URL),
    networkUrl: address('network-url', flags.networkUrl ?? env.ADTALLY_NETWORK_URL),
    rateLimit: integer('rate-limit', env.ADTALLY_RATE_LIMIT, 5_000, 1, 1_000_000_000),
    trustedProxies: networks(
      'trusted-proxies',
      flags.trustedProxies ?? env.ADTALLY_TRUSTED_PROXIES,
    ),
    inbox: flags.inbox ?? (env.ADTALLY_INBOX || null),
    inboxCreateApps: flags.inboxCreateApps ?? (env.ADTALLY_INBOX_CREATE_APPS || null),
    logLevel: oneOf('log-level', env.ADTALLY_LOG_LEVEL, logLevels, 'warn'),
    maxRangeDays: integer('max-range-days', env.ADTALLY_MAX_RANGE_DAYS, 3_660, 1, 36_600),
  })
}

/** Whether failures of commands are to be shown with all that is known of them. */
export function isDebugging(env: Environment = process.env): boolean {
  return env.ADTALLY_LOG_LEVEL === 'debug'
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug']

const nameOf = (setting: string) =>
  `--${setting} (or ADTALLY_${setting.toUpperCase().replaceAll('-', '_')})`

function integer(
  setting: string,
  text: string | undefined,
  byDefault: number,
  least: number,
  most: number,
): number {
  if (!text) return byDefault
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(
    `${nameOf(setting)}: "${text}" is not a whole number from ${least} to ${most}`,
  )
}

function address(setting: string, text: string | undefined): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return text.replace(/\/+$/, '')
  }
  throw new ConfigError(`${nameOf(setting)}: "${text}" is not an http or https address`)
}

/** A list of addresses and networks: `10.0.0.7,192.168.0.0/16`. */
function networks(setting: string, text: string | undefined): string[] {
  const given = (text ?? '').split(',').map((part) => part.trim())
  const listed = given.filter((part) => part !== '')
  const bad = listed.find((part) => !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part))
  if (bad === undefined) return listed
  throw new ConfigError(
    `${nameOf(setting)}: "${bad}" is not an IP address, or a network such as 10.0.0.0/8`,
  )
}

function oneOf(setting: string, text: string | undefined, values: string[], byDefault: string) {
  if (!text) return byDefault
  if (values.includes(text)) return text
  throw new ConfigError(`${nameOf(setting)}: "${text}" is not one of ${values.join(', ')}`)
}
