import { address, type Environment, integer, networks, oneOf } from './settings.ts'

export interface ServeConfig {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Base URL of the reporting interfaces; null for the address that the server listens on. */
  readonly baseUrl: string | null
  /** Base URL of the public network; null for the address that the server listens on. */
  readonly networkUrl: string | null
  /** Requests per hour and IP address to the public interface. */
  readonly rateLimit: number
  /** IP addresses and networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** A folder whose files are imported; null for none. */
  readonly inbox: string | null
  /** Unknown apps of the inbox are created in this account; null to refuse them. */
  readonly inboxCreateApps: string | null
  readonly logLevel: string
  readonly maxRangeDays: number
  /** Events of the audit log that are older are removed. */
  readonly auditDays: number
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
 * Reads the settings of `serve`. Flags take precedence over the environment.
 *
 * @throws ConfigError naming the flag or variable that cannot be used
 */
export function readServeConfig(flags: ServeFlags, env: Environment): ServeConfig {
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
    auditDays: integer('audit-days', env.ADTALLY_AUDIT_DAYS, 400, 1, 36_600),
  })
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug']
