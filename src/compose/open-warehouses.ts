import { lstatSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WarehousesConfig } from '../config/warehouses.ts'
import { publicLookup } from '../network-calls/public-address.ts'
import type { ObjectStore } from '../storage/warehouses/parquet/object-store.ts'
import { readS3Address, type S3Address } from '../storage/warehouses/parquet/s3-address.ts'
import { type Warehouse, WarehouseError, type Warehouses } from '../warehouse/warehouse.ts'
import { clickhousePlace, refusePrivate } from './warehouse-hosts.ts'

/** The files of the machine that warehouses use, and its clock. */
interface WarehouseFiles {
  readonly workDirectory: string
  readonly nowMs: () => number
}

/** The warehouses that the settings allow. */
export const openWarehouses = (config: WarehousesConfig, files: WarehouseFiles): Warehouses => ({
  targetOf: (kind, address) => {
    if (kind === 'duckdb') return fileName(address)
    if (kind === 'parquet') return folderName(address)
    if (kind === 's3') return s3Address(address, config).target
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
    if (kind === 'parquet' || kind === 's3') {
      const store = await (kind === 's3'
        ? openS3(address, config, signal)
        : openFolder(address, config))
      const { ParquetWarehouse } = await import(
        '../storage/warehouses/parquet/parquet-warehouse.ts'
      )
      return ParquetWarehouse.open(store, files.workDirectory, signal, files.nowMs)
    }
    if (kind === 'clickhouse') {
      const place = clickhousePlace(address, config)
      const { ClickhouseWarehouse } = await import(
        '../storage/warehouses/clickhouse/clickhouse-warehouse.ts'
      )
      const { ClickhouseSession } = await import(
        '../storage/warehouses/clickhouse/clickhouse-session.ts'
      )
      return new ClickhouseWarehouse(new ClickhouseSession(place, lookup, signal))
    }
    const { SqlWarehouse } = await import('../storage/warehouses/sql-warehouse.ts')
    if (kind === 'duckdb') {
      const { DuckdbSession } = await import('../storage/warehouses/duckdb/duckdb-session.ts')
      const path = await pathBelow(fileName(address), config)
      return new SqlWarehouse(await DuckdbSession.open(path, signal))
    }
    postgresUrl(address, config)
    const { PostgresSession } = await import('../storage/warehouses/postgres/postgres-session.ts')
    return new SqlWarehouse(await PostgresSession.open(address, lookup, signal))
  },
})

const postgresForm =
  'must be postgres://user:password@host:port/database, with no more options than ?sslmode=, channel_binding=, application_name= and options='
/** The driver would take its own settings from others: another host, files of this machine, no timeouts. */
const postgresOptions = new Set(['sslmode', 'channel_binding', 'application_name', 'options'])

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** @throws WarehouseError for another form, and for a private address that is not allowed */
function postgresUrl(address: string, config: WarehousesConfig): URL {
  const url = URL.parse(address)
  const isPostgres = url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)
  const isWhole = isPostgres && url.hostname !== '' && url.pathname.length >= 2
  if (!isWhole || !isDecodable(address)) {
    throw new WarehouseError(postgresForm)
  }
  const isKnown = [...url.searchParams.keys()].every((name) => postgresOptions.has(name))
  if (!isKnown) throw new WarehouseError(postgresForm)
  refusePrivate(url, config)
  return url
}

/** @throws WarehouseError for another form, and for private hosts and open connections that are not allowed */
function s3Address(text: string, config: WarehousesConfig): S3Address {
  const address = readS3Address(text)
  refusePrivate(address, config)
  if (config.allowPrivate || address.isEncrypted) return address
  throw new WarehouseError(
    'has tls=off, which is for private hosts. To allow them, set ADTALLY_WAREHOUSES_PRIVATE=allow',
  )
}

async function openS3(
  text: string,
  config: WarehousesConfig,
  signal: AbortSignal,
): Promise<ObjectStore> {
  const address = s3Address(text, config)
  const { S3Store } = await import('../storage/warehouses/parquet/s3-store.ts')
  const { openStorageRequests } = await import('../network-calls/undici-storage-requests.ts')
  return new S3Store(address, openStorageRequests(config), signal)
}

async function openFolder(text: string, config: WarehousesConfig): Promise<ObjectStore> {
  const path = await pathBelow(folderName(text), config)
  const { FolderStore } = await import('../storage/warehouses/parquet/folder-store.ts')
  return FolderStore.open(path)
}

/** The form of names, which lead nowhere else. */
const fileForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,3}\.duckdb$/

/** @throws WarehouseError for another form */
function fileName(address: string): string {
  if (fileForm.test(address)) return address
  throw new WarehouseError('must be the name of a file such as studio.duckdb or studio/copy.duckdb')
}

const folderForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,3}$/

/** @throws WarehouseError for another form */
function folderName(address: string): string {
  if (folderForm.test(address) && !/\.duckdb(\/|$)/.test(address)) return address
  throw new WarehouseError('must be the name of a folder such as lake or studio/lake')
}

/** @throws WarehouseError without a folder for files, and for links that lead out of it */
async function pathBelow(name: string, { folder }: WarehousesConfig): Promise<string> {
  if (folder === null) {
    throw new WarehouseError(
      'Files need a folder that the operator sets: ADTALLY_WAREHOUSES_FOLDER',
    )
  }
  const path = join(folder, name)
  try {
    for (let part = name; part !== '.'; part = dirname(part)) {
      if (lstatSync(join(folder, part), { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new WarehouseError(`${part} is a link, which is not followed`)
      }
    }
    await mkdir(dirname(path), { recursive: true })
  } catch (error) {
    if (error instanceof WarehouseError) throw error
    throw new WarehouseError(`The folder of warehouses: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return path
}
