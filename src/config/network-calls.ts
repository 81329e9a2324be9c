import { anyText, httpUrl, oneOfWords, type SettingKind, urlOf } from './kinds.ts'
import { named, readSettings, setting } from './setting.ts'
import type { Environment } from './settings.ts'

/** How networks are reached. */
export type NetworkCallsConfig = ReturnType<typeof readNetworkCalls>

export const networkCallSettings = named({
  httpsProxy: setting(
    urlOf('http:', 'https:'),
    null,
    'the HTTP proxy to ask through: `http://proxy.internal:3128`',
    { variable: 'HTTPS_PROXY', aliases: ['https_proxy'], isSecret: true, emptyCounts: true },
  ),
  noProxy: setting(
    anyText,
    '',
    'hosts that are asked without the proxy: `.example.com,api.example.net`',
    { variable: 'NO_PROXY', aliases: ['no_proxy'], emptyCounts: true },
  ),
  networksPrivate: setting(
    oneOfWords('allow', 'refuse'),
    'refuse',
    "whether a network's host may have a private address, for example behind your own gateway",
  ),
  ecbRates: setting(
    oneOfWords('fetch', 'off'),
    'fetch',
    'whether the server fetches daily rates from the European Central Bank, for connections of accounts that are not in USD',
  ),
  networksAt: setting(
    baseAddress(),
    null,
    'for tests and demos only: where all networks are, instead of their own hosts',
  ),
})

/**
 * Reads the environment.
 *
 * @throws ConfigError naming the variable; never the proxy's URL, which may contain a password
 */
export function readNetworkCalls(env: Environment) {
  const { httpsProxy, noProxy, networksPrivate, networksAt, ecbRates } = readSettings(
    networkCallSettings,
    env,
  )
  return Object.freeze({
    at: networksAt,
    allowPrivate: networksPrivate === 'allow',
    proxy: httpsProxy,
    noProxy,
    fetchesRates: ecbRates === 'fetch',
  })
}

/** Networks on the public internet, without a proxy. */
export const ownHosts = readNetworkCalls({})

function baseAddress(): SettingKind<string> {
  const accepts = 'a URL such as http://127.0.0.1:9000'
  return {
    accepts,
    read: (text) => {
      const url = URL.parse(text)
      const isPlain = url?.username === '' && url.password === ''
      return isPlain ? httpUrl.read(text) : { bad: text }
    },
  }
}
