import type { ServeConfig } from './serve.ts'
import { serverSettings } from './serve-settings.ts'
import { settingLabel } from './setting.ts'
import { ConfigError } from './settings.ts'

/**
 * Explains why a server cannot listen at its address.
 *
 * @param prefix of the settings of host and port
 * @returns other errors as they are
 */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ServeConfig, 'host' | 'port'>,
  prefix: '' | 'metrics-' = '',
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return refuse(`${prefix}port`, `port ${port} of ${host} is in use; ${otherPort}`, error)
    case 'EACCES':
      return refuse(
        `${prefix}port`,
        `this user may not listen on port ${port}; ${otherPort}`,
        error,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return refuse(`${prefix}host`, `"${host}" is not an address of this machine`, error)
    default:
      return error
  }
}

const otherPort = 'give another one from 1024 to 65535, or 0 for any free port'

const { host, port, metricsHost, metricsPort } = serverSettings
const settings = { host, port, 'metrics-host': metricsHost, 'metrics-port': metricsPort }

const refuse = (name: keyof typeof settings, problem: string, cause: Error) =>
  new ConfigError(`${settingLabel(settings[name])}: ${problem}`, { cause })
