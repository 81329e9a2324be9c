import { lstatSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { WarehousesConfig } from '../config/warehouses.ts'
import { publicLookup } from '../network-calls/public-address.ts'
import type { SessionFiles } from '../storage/warehouses/duckdb-session.ts'
import { type Warehouse, WarehouseError, type Warehouses } from '../warehouse/warehouse.ts'
import { clickhousePlace, refusePrivate } from './warehouse-hosts.ts'

/** The warehouses that the settings allow. */
export const openWarehouses = (config: WarehousesConfig, files: SessionFiles): Warehouses => ({
  targetOf: (kind, address) => {
    if (kind === 'duckdb') return fileName(address)
    if (kind === 'clickhouse') {
      const { host, database } = clickhousePlace(address, config)
      return `${host}/${database}`
    }
    const { host, pathname } = postgresUrl(address, config)
    return `${host}${pathname}`
  },
  // Most processes fill no warehouse.
  open: async (kind, address, signal): Promise<Warehouse> => {
    const lookup = config.allowPrivate ? null : publicLookup()
    if (kind === 'clickhouse') {
      const place = clickhousePlace(address, config)
      const { ClickhouseWarehouse } = await import('../storage/warehouses/clickhouse-warehouse.ts')
      const { ClickhouseSession } = await import('../storage/warehouses/clickhouse-session.ts')
      return new ClickhouseWarehouse(new ClickhouseSession(place, lookup, signal))
    }
    const { SqlWarehouse } = await import('../storage/warehouses/sql-warehouse.ts')
    if (kind === 'duckdb') {
      const { DuckdbSession } = await import('../storage/warehouses/duckdb-session.ts')
      const path = await filePath(fileName(address), config)
      return new SqlWarehouse(await DuckdbSession.open(path, files, signal))
    }
    postgresUrl(address, config)
    const { PostgresSession } = await import('../storage/warehouses/postgres-session.ts')
    return new SqlWarehouse(await PostgresSession.open(address, lookup, signal))
  },
})

/** @throws WarehouseError for another form, and for a private address that is not allowed */
function postgresUrl(address: string, config: WarehousesConfig): URL {
  const url = URL.parse(address)
  const isPostgres = url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)
  if (!isPostgres || url.hostname === '' || url.pathname.length < 2) {
    throw new WarehouseError('must be postgres://user:password@host:port/database')
  }
  refusePrivate(url, config)
  return url
}

/** The form of names, which lead nowhere else. */
const fileForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,3}\.duckdb$/

/** @throws WarehouseError for another form */
function fileName(address: string): string {
  if (fileForm.test(address)) return address
  throw new WarehouseError('must be the name of a file such as studio.duckdb or studio/copy.duckdb')
}

/** @throws WarehouseError without a folder for files, and for links that lead out of it */
async function filePath(name: string, { folder }: WarehousesConfig): Promise<string> {
  if (folder === null) {
    throw new WarehouseError(
      'DuckDB files need a folder that the operator sets: ADTALLY_WAREHOUSES_FOLDER',
    )
  }
  const path = join(folder, name)
  try {
    await mkdir(dirname(path), { recursive: true })
    const inside = relative(realpathSync(folder), realpathSync(dirname(path)))
    const leadsOut = inside === '..' || inside.startsWith(`..${sep}`)
    if (leadsOut || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new WarehouseError(`${name} is a link, which is not followed`)
    }
  } catch (error) {
    if (error instanceof WarehouseError) throw error
    throw new WarehouseError(`The folder of DuckDB files: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return path
}
