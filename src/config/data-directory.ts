import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultImportLimits, type ImportLimits } from '../sources/import-limits.ts'
import { readImportLimits } from './import-limits.ts'
import { path } from './kinds.ts'
import { type NetworkCallsConfig, ownHosts, readNetworkCalls } from './network-calls.ts'
import { isShared, noServers, readServers, type Servers } from './servers.ts'
import { named, readSetting, setting } from './setting.ts'
import { ConfigError, type Environment } from './settings.ts'
import { readStorageLimits, type StorageLimits, usualLimits } from './storage-limits.ts'

export const dataSettings = named({
  dataDir: setting(path, null, 'where data is stored', {
    argument: '<dir>',
    defaultText: './data',
  }),
  secretFile: setting(
    path,
    null,
    "the secret that API keys, second factors and networks' credentials are encrypted with",
    { defaultText: '`secret.key` in the data directory' },
  ),
})

/** Paths of an installation's files. */
export interface DataDirectory {
  readonly root: string
  readonly figures: string
  /** A SQLite file, or the `postgres://` URL of a database. */
  readonly relational: string
  /** Locked by the process that owns the directory, when the figures are in ClickHouse. */
  readonly lock: string
  readonly secret: string
  /** Exists while a server owns the directory: its URL and token. */
  readonly server: string
  /** Emptied when a server starts. With shared stores, each process has its own. */
  readonly work: string
  readonly rejects: string
  readonly demo: string
  readonly servers: Servers
  readonly importLimits: ImportLimits
  readonly limits: StorageLimits
  readonly networkCalls: NetworkCallsConfig
}

export function dataDirectory(
  root: string,
  servers: Servers = noServers,
  secretFile: string | null = null,
  limits: StorageLimits = usualLimits,
  importLimits: ImportLimits = defaultImportLimits,
  networkCalls: NetworkCallsConfig = ownHosts,
): DataDirectory {
  const at = (name: string) => resolve(root, name)
  return Object.freeze({
    root: resolve(root),
    figures: at('figures.duckdb'),
    relational: at('adtally.sqlite'),
    lock: at('owner.lock'),
    secret: secretFile ?? at('secret.key'),
    server: at('server.json'),
    // Shared stores have no owning process.
    work: isShared(servers) ? at(`work-${process.pid}`) : at('work'),
    rejects: at('rejects'),
    demo: at('demo.json'),
    servers,
    importLimits,
    limits,
    networkCalls,
  })
}

/**
 * The data directory: the flag, else `ADTALLY_DATA_DIR`, else the command's default.
 *
 * @param cwd where relative paths start
 * @throws ConfigError when it is a file
 */
export function readDataDirectory(
  flag: string | undefined,
  byDefault: string,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): DataDirectory {
  const root = resolve(cwd, readSetting(dataSettings.dataDir, env, flag) ?? byDefault)
  if (statSync(root, { throwIfNoEntry: false })?.isFile()) {
    throw new ConfigError(`--data-dir (or ADTALLY_DATA_DIR): ${root} is a file; give a folder`)
  }
  const secretFile = readSetting(dataSettings.secretFile, env)
  return dataDirectory(
    root,
    readServers(env),
    secretFile === null ? null : resolve(cwd, secretFile),
    readStorageLimits(env),
    readImportLimits(env),
    readNetworkCalls(env),
  )
}
