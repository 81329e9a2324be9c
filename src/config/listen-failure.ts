import type { ServeConfig } from './serve.ts'
import { ConfigError, nameOf } from './settings.ts'

/** Explains why a server cannot listen at its address. @returns other errors as they are */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ServeConfig, 'host' | 'port'>,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return refuse('port', `port ${port} of ${host} is in use; ${otherPort}`, error)
    case 'EACCES':
      return refuse('port', `this user may not listen on port ${port}; ${otherPort}`, error)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return refuse('host', `"${host}" is not an address of this machine`, error)
    default:
      return error
  }
}

const otherPort = 'give another one from 1024 to 65535, or 0 for any free port'

const refuse = (setting: string, problem: string, cause: Error) =>
  new ConfigError(`${nameOf(setting)}: ${problem}`, { cause })
