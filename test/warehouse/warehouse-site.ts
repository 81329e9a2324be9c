import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect } from 'vitest'
import { type ImportSite, openSite } from '../import/import-site.ts'

/** A site whose operator allows files and private hosts. */
export async function warehouseSite(): Promise<ImportSite> {
  const site = await openSite()
  await site.close()
  site.directory = {
    ...site.directory,
    warehouses: { folder: join(site.root, 'warehouses'), allowPrivate: true },
  }
  await site.open()
  return site
}

/** One turn of all destinations, until its end. The first turn of a shipper adds up the copies. */
export async function fill(site: ImportSite): Promise<void> {
  const warnings: string[] = []
  const shipper = site.installation.destinationShipper((message) => warnings.push(message))
  await shipper.turn(new AbortController().signal)
  await shipper.idle()
  expect(warnings).toEqual([])
}

/** The rows of a statement in a DuckDB file of the site. */
export async function inFile(
  site: ImportSite,
  sql: string,
  file = 'studio.duckdb',
): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(join(site.root, 'warehouses', file))
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll(sql)
    return reader.getRowsJson() as unknown[][]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
