import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultImportLimits, type ImportLimits } from '../sources/import-limits.ts'
import { readImportLimits } from './import-limits.ts'
import { path } from './kinds.ts'
import { type MailConfig, noMail, readMail } from './mail.ts'
import { type NetworkCallsConfig, ownHosts, readNetworkCalls } from './network-calls.ts'
import { isShared, noServers, readServers, type Servers } from './servers.ts'
import { named, readSetting, setting } from './setting.ts'
import { ConfigError, type Environment } from './settings.ts'
import { readStorageLimits, type StorageLimits, usualLimits } from './storage-limits.ts'
import { readWarehouses, usualWarehouses, type WarehousesConfig } from './warehouses.ts'

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

/** Paths of an installation's files, and what its stores may use. */
export type DataDirectory = ReturnType<typeof dataDirectory>

export function dataDirectory(
  root: string,
  servers: Servers = noServers,
  secretFile: string | null = null,
  limits: StorageLimits = usualLimits,
  importLimits: ImportLimits = defaultImportLimits,
  networkCalls: NetworkCallsConfig = ownHosts,
  mail: MailConfig = noMail,
  warehouses: WarehousesConfig = usualWarehouses,
) {
  const at = (name: string) => resolve(root, name)
  return Object.freeze({
    root: resolve(root),
    figures: at('figures.duckdb'),
    relational: at('adtally.sqlite'),
    // Locked by the process that owns the directory, when the figures are in ClickHouse.
    lock: at('owner.lock'),
    secret: secretFile ?? at('secret.key'),
    // Exists while a server owns the directory: its URL and token.
    server: at('server.json'),
    // Emptied when a server starts. Shared stores have no owning process.
    work: isShared(servers) ? at(`work-${process.pid}`) : at('work'),
    rejects: at('rejects'),
    demo: at('demo.json'),
    servers,
    importLimits,
    limits,
    networkCalls,
    mail,
    warehouses,
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
    readMail(env),
    readWarehouses(env, cwd),
  )
}
