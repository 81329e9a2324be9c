import { type OidcConfig, readOidc } from './oidc.ts'
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
  /** The only account that files of the inbox may change; null for all. */
  readonly inboxAccount: string | null
  /** The same account, in which unknown apps of the inbox are created; null to refuse them. */
  readonly inboxCreateApps: string | null
  /** How long a file of the inbox must be unchanged before it is imported. */
  readonly inboxSettleSeconds: number
  /** The identity provider that users may sign in with; null for none. */
  readonly oidc: OidcConfig | null
  readonly logLevel: string
  readonly maxRangeDays: number
  /** Events of the audit log that are older are removed. */
  readonly auditDays: number
  /** Open connections of all clients. */
  readonly maxConnections: number
  /** Open connections of one address that is not a trusted proxy's. */
  readonly maxConnectionsPerAddress: number
  /** Answers to questions about figures that are under way. */
  readonly maxAnswers: number
  /** The same of one account. */
  readonly maxAnswersPerAccount: number
  /** After so long a client that reads nothing of its answer is given up. */
  readonly stallTimeoutMs: number
  /** After so long a server that is asked to stop cuts off what still runs. */
  readonly shutdownTimeoutMs: number
}

/** Flags of `serve`, as text. */
export interface ServeFlags {
  readonly host?: string
  readonly port?: string
  readonly baseUrl?: string
  readonly networkUrl?: string
  readonly trustedProxies?: string
  readonly inbox?: string
  readonly inboxAccount?: string
  readonly inboxCreateApps?: string
  readonly maxConnections?: string
  readonly maxConnectionsPerAddress?: string
  readonly maxAnswers?: string
  readonly maxAnswersPerAccount?: string
  readonly stallTimeout?: string
  readonly shutdownTimeout?: string
  readonly inboxSettleSeconds?: string
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
    inboxAccount: flags.inboxAccount ?? (env.ADTALLY_INBOX_ACCOUNT || null),
    inboxCreateApps: flags.inboxCreateApps ?? (env.ADTALLY_INBOX_CREATE_APPS || null),
    inboxSettleSeconds: readSettleSeconds(
      flags.inboxSettleSeconds ?? env.ADTALLY_INBOX_SETTLE_SECONDS,
      'inbox-settle-seconds',
    ),
    oidc: readOidc(env),
    logLevel: oneOf('log-level', env.ADTALLY_LOG_LEVEL, logLevels, 'warn'),
    maxRangeDays: integer('max-range-days', env.ADTALLY_MAX_RANGE_DAYS, 3_660, 1, 36_600),
    auditDays: integer('audit-days', env.ADTALLY_AUDIT_DAYS, 400, 1, 36_600),
    ...readBounds(flags, env),
  })
}

function readBounds(flags: ServeFlags, env: Environment) {
  const maxAnswers = integer(
    'max-answers',
    flags.maxAnswers ?? env.ADTALLY_MAX_ANSWERS,
    64,
    1,
    100_000,
  )
  return {
    maxConnections: integer(
      'max-connections',
      flags.maxConnections ?? env.ADTALLY_MAX_CONNECTIONS,
      10_000,
      1,
      1_000_000,
    ),
    maxConnectionsPerAddress: integer(
      'max-connections-per-address',
      flags.maxConnectionsPerAddress ?? env.ADTALLY_MAX_CONNECTIONS_PER_ADDRESS,
      256,
      1,
      1_000_000,
    ),
    maxAnswers,
    maxAnswersPerAccount: integer(
      'max-answers-per-account',
      flags.maxAnswersPerAccount ?? env.ADTALLY_MAX_ANSWERS_PER_ACCOUNT,
      Math.min(8, maxAnswers),
      1,
      maxAnswers,
    ),
    stallTimeoutMs: seconds('stall-timeout', flags.stallTimeout ?? env.ADTALLY_STALL_TIMEOUT, 60),
    shutdownTimeoutMs: seconds(
      'shutdown-timeout',
      flags.shutdownTimeout ?? env.ADTALLY_SHUTDOWN_TIMEOUT,
      25,
    ),
  }
}

/** A time of 1 second to an hour, in milliseconds. */
const seconds = (setting: string, text: string | undefined, byDefault: number): number =>
  1_000 * integer(setting, text, byDefault, 1, 3_600)

/** How long a file must be unchanged before it is imported, as `--settle-seconds` or the server says. */
export function readSettleSeconds(text: string | undefined, setting = 'settle-seconds'): number {
  return integer(setting, text, 6, 0, 86_400)
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug']
