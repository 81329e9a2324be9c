import { type OidcConfig, readOidc } from './oidc.ts'
import { inboxSettings, keepingSettings, serverSettings, serveSettings } from './serve-settings.ts'
import { readSetting, readSettings, settingLabel } from './setting.ts'
import { ConfigError, type Environment, readWholeNumber } from './settings.ts'

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
  /** Figures that were superseded longer ago are dropped; null keeps all of them. */
  readonly historyDays: number | null
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
  /** How long a stopping server keeps answering, without being ready. */
  readonly drainDelayMs: number
  /** Where Prometheus asks for metrics; 0 for any free port, null for none. */
  readonly metricsPort: number | null
  readonly metricsHost: string
}

/** Flags of `serve`, as text. */
export type ServeFlags = { readonly [Name in keyof typeof serveSettings]?: string }

/** A server that answers 64 questions sends at most 8 to one account. */
const usualAnswersPerAccount = 8

/**
 * Reads the settings of `serve`. Flags take precedence over the environment.
 *
 * @throws ConfigError naming the flag or variable that cannot be used
 */
export function readServeConfig(flags: ServeFlags, env: Environment): ServeConfig {
  const { stallTimeout, shutdownTimeout, drainDelay, maxAnswersPerAccount, ...values } =
    readSettings(serveSettings, env, flags)
  const { maxAnswers } = values
  if (maxAnswersPerAccount !== null && maxAnswersPerAccount > maxAnswers) {
    const name = settingLabel(serveSettings.maxAnswersPerAccount)
    throw new ConfigError(
      `${name}: "${maxAnswersPerAccount}" is not a whole number from 1 to ${maxAnswers}`,
    )
  }
  return Object.freeze({
    ...values,
    oidc: readOidc(env),
    maxAnswersPerAccount: maxAnswersPerAccount ?? Math.min(usualAnswersPerAccount, maxAnswers),
    stallTimeoutMs: 1_000 * stallTimeout,
    shutdownTimeoutMs: 1_000 * shutdownTimeout,
    drainDelayMs: 1_000 * drainDelay,
  })
}

/** Warnings about settings of these that work in part only. */
export function serveWarnings({ baseUrl }: ServeConfig): readonly string[] {
  if (baseUrl === null || new URL(baseUrl).pathname === '/') return []
  return [
    `base-url has a path (${baseUrl}): the interfaces work behind a proxy that removes it, the dashboard does not`,
  ]
}

/** The address that others reach the server at: the flag, else the setting; null for none. */
export const readBaseUrl = (flag: string | undefined, env: Environment): string | null =>
  readSetting(serverSettings.baseUrl, env, flag)

/** How long a file must be unchanged before `adtally watch` imports it. */
export function readSettleSeconds(text: string | undefined): number {
  const { default: byDefault } = inboxSettings.inboxSettleSeconds
  return text ? readWholeNumber('--settle-seconds', text, 0, 86_400) : byDefault!
}

/** For how many days history is kept; null for ever. */
export const readHistoryDays = (env: Environment): number | null =>
  readSetting(keepingSettings.historyDays, env)
