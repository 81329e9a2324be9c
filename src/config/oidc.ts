import { readFileSync } from 'node:fs'
import { ConfigError, type Environment } from './settings.ts'

/** The studio's own identity provider. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const names = {
  issuer: 'ADTALLY_OIDC_ISSUER',
  clientId: 'ADTALLY_OIDC_CLIENT_ID',
  clientSecret: 'ADTALLY_OIDC_CLIENT_SECRET',
} as const

/**
 * Reads the provider from the environment; the secret may be in a file.
 *
 * @returns null without an issuer
 * @throws ConfigError naming the variable, never its value
 */
export function readOidc(env: Environment): OidcConfig | null {
  const issuer = env[names.issuer]
  if (!issuer) return null
  checkIssuer(issuer)
  const clientId = env[names.clientId]
  if (!clientId) throw missing(names.clientId)
  const clientSecret = env[names.clientSecret] || secretIn(env[`${names.clientSecret}_FILE`])
  if (!clientSecret) throw missing(`${names.clientSecret} or ${names.clientSecret}_FILE`)
  return Object.freeze({ issuer, clientId, clientSecret })
}

const missing = (name: string) =>
  new ConfigError(`${names.issuer} is set, but ${name} is not. Set it, or unset ${names.issuer}`)

function checkIssuer(issuer: string): void {
  const url = URL.parse(issuer)
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return
  throw new ConfigError(
    `${names.issuer}: this is not a URL that starts with https://; http:// is accepted for this machine only`,
  )
}

function secretIn(file: string | undefined): string | null {
  if (!file) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(`${names.clientSecret}_FILE: the file cannot be read (${code})`, {
      cause,
    })
  }
}
