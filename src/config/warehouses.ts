import { resolve } from 'node:path'
import { oneOfWords, path } from './kinds.ts'
import { named, readSettings, setting } from './setting.ts'
import type { Environment } from './settings.ts'

/** The warehouses that destinations may be in. */
export type WarehousesConfig = ReturnType<typeof readWarehouses>

export const warehouseSettings = named({
  warehousesFolder: setting(
    path,
    null,
    'the folder with the DuckDB files of destinations; without it, there are none',
  ),
  warehousesPrivate: setting(
    oneOfWords('allow', 'refuse'),
    'refuse',
    'whether the server of a destination may have a private address',
  ),
})

/**
 * Reads the environment.
 *
 * @param cwd where relative paths start
 * @throws ConfigError naming the variable
 */
export function readWarehouses(env: Environment, cwd: string) {
  const { warehousesFolder: folder, warehousesPrivate } = readSettings(warehouseSettings, env)
  return Object.freeze({
    folder: folder === null ? null : resolve(cwd, folder),
    allowPrivate: warehousesPrivate === 'allow',
  })
}

/** No files, and only public addresses. */
export const usualWarehouses = readWarehouses({}, '/')
