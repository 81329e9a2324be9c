import { clickhousePlace } from '../../src/compose/warehouse-hosts.ts'
import { ClickhouseSession } from '../../src/storage/warehouses/clickhouse/clickhouse-session.ts'
import { ClickhouseWarehouse } from '../../src/storage/warehouses/clickhouse/clickhouse-warehouse.ts'

const { signal } = new AbortController()

/** Opens the copy in a database, as a user's address names it. */
export const openClickhouse = (address: string): ClickhouseWarehouse => {
  const place = clickhousePlace(address, { folder: null, allowPrivate: true })
  return new ClickhouseWarehouse(new ClickhouseSession(place, null, signal))
}

/** The rows of a statement as anybody else reads them. Integers are text. */
export async function askClickhouse(address: string, sql: string): Promise<unknown[][]> {
  const { origin, database, user, password } = clickhousePlace(address, {
    folder: null,
    allowPrivate: true,
  })
  const search = new URLSearchParams({
    database,
    // As in other engines, a text of null is null.
    cast_keep_nullable: '1',
    output_format_json_quote_64bit_integers: '1',
    output_format_json_quote_decimals: '1',
    default_format: 'JSONCompactEachRow',
  })
  const answer = await fetch(`${origin}/?${search}`, {
    method: 'POST',
    body: sql,
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown[])
}

/** A new database. @param url that of the server @returns its address */
export async function createClickhouseDatabase(url: string, name: string): Promise<string> {
  const address = `clickhouse://${new URL(url).host}/`
  await askClickhouse(`${address}default`, `CREATE DATABASE ${name}`)
  return `${address}${name}`
}
