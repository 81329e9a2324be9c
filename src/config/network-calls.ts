import { ConfigError, type Environment } from './settings.ts'

/** How networks are reached. */
export interface NetworkCallsConfig {
  /** Where all networks are instead of their own hosts; null for their own hosts. For tests and demos. */
  readonly at: string | null
  /** Whether hosts of networks may have private addresses. */
  readonly allowPrivate: boolean
  /** The URL of an HTTP proxy; null for none. */
  readonly proxy: string | null
  /** Hosts that are asked without the proxy, separated by commas; '' for none. */
  readonly noProxy: string
}

/** Networks on the public internet, without a proxy. */
export const ownHosts: NetworkCallsConfig = Object.freeze({
  ...{ at: null, allowPrivate: false, proxy: null, noProxy: '' },
})

/**
 * Reads the environment.
 *
 * @throws ConfigError naming the variable; never the proxy's URL, which may contain a password
 */
export function readNetworkCalls(env: Environment): NetworkCallsConfig {
  const privateHosts = env.ADTALLY_NETWORKS_PRIVATE || 'refuse'
  if (privateHosts !== 'allow' && privateHosts !== 'refuse') {
    throw new ConfigError(`ADTALLY_NETWORKS_PRIVATE: "${privateHosts}" is not allow or refuse`)
  }
  const at = env.ADTALLY_NETWORKS_AT || null
  if (at !== null && !isBaseUrl(at)) {
    throw new ConfigError(`ADTALLY_NETWORKS_AT: "${at}" is not a URL such as http://127.0.0.1:9000`)
  }
  const proxy = env.https_proxy || env.HTTPS_PROXY || null
  if (proxy !== null && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
    throw new ConfigError('HTTPS_PROXY: this is not a URL that starts with http:// or https://')
  }
  return Object.freeze({
    at: at?.replace(/\/+$/, '') ?? null,
    allowPrivate: privateHosts === 'allow',
    proxy,
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
  })
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.search === '' && url.hash === '' && url.username === '' && url.password === ''
}
