import { readOidc } from './oidc.ts'
import { inboxSettings, keepingSettings, serverSettings, serveSettings } from './serve-settings.ts'
import { readSetting, readSettings, settingLabel } from './setting.ts'
import { ConfigError, type Environment, readWholeNumber } from './settings.ts'

/** The settings of `serve`, and how users sign in. Durations are in milliseconds. */
export type ServeConfig = ReturnType<typeof readServeConfig>

/** Flags of `serve`, as text. */
export type ServeFlags = { readonly [Name in keyof typeof serveSettings]?: string }

/** A server that answers 64 questions sends at most 8 to one account. */
const usualAnswersPerAccount = 8

/**
 * Reads the settings of `serve`. Flags take precedence over the environment.
 *
 * @throws ConfigError naming the flag or variable that cannot be used
 */
export function readServeConfig(flags: ServeFlags, env: Environment) {
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
