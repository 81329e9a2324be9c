import { readFileSync } from 'node:fs'
import { anyText, path, type SettingKind } from './kinds.ts'
import { named, readSettings, setting, variableOf } from './setting.ts'
import { ConfigError, type Environment } from './settings.ts'

export const oidcSettings = named(
  {
    issuer: setting(
      issuerUrl(),
      null,
      'the issuer of your provider: `https://…`; `http://` for this machine only',
    ),
    clientId: setting(anyText, null, 'the client that you registered for Adtally'),
    clientSecret: setting(anyText, null, 'its secret', {
      isSecret: true,
      instead: ['ADTALLY_OIDC_CLIENT_SECRET_FILE'],
    }),
    clientSecretFile: setting(path, null, 'a file with the secret, instead', {
      instead: ['ADTALLY_OIDC_CLIENT_SECRET'],
    }),
  },
  'oidc-',
)

/**
 * Reads the studio's own identity provider from the environment; the secret may be in a file.
 *
 * @returns null without an issuer
 * @throws ConfigError naming the variable, never its value
 */
export function readOidc(env: Environment) {
  // Without an issuer, nothing else is read.
  if (variableOf(oidcSettings.issuer, env) === null) return null
  const { issuer, clientId, clientSecret, clientSecretFile } = readSettings(oidcSettings, env)
  if (issuer === null) return null
  if (clientId === null) throw missing(variables.clientId)
  const secret = clientSecret ?? secretIn(clientSecretFile)
  if (!secret) throw missing(`${variables.clientSecret} or ${variables.clientSecretFile}`)
  return Object.freeze({ issuer, clientId, clientSecret: secret })
}

const variables = {
  issuer: oidcSettings.issuer.variable,
  clientId: oidcSettings.clientId.variable,
  clientSecret: oidcSettings.clientSecret.variable,
  clientSecretFile: oidcSettings.clientSecretFile.variable,
}

const missing = (name: string) =>
  new ConfigError(
    `${variables.issuer} is set, but ${name} is not. Set it, or unset ${variables.issuer}`,
  )

/** Passwords and tokens go there, so it is asked over TLS. */
function issuerUrl(): SettingKind<string> {
  return {
    accepts: 'a URL that starts with https://; http:// is accepted for this machine only',
    read: (text) => {
      const url = URL.parse(text)
      const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '')
      const isAccepted = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)
      return isAccepted ? { value: text } : { bad: text }
    },
  }
}

function secretIn(file: string | null): string | null {
  if (file === null) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(`${variables.clientSecretFile}: the file cannot be read (${code})`, {
      cause,
    })
  }
}
