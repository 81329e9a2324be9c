import { isIP } from 'node:net'
import type { WarehousesConfig } from '../config/warehouses.ts'
import { isPublicAddress } from '../network-calls/public-address.ts'
import type { ClickhousePlace } from '../storage/warehouses/clickhouse/clickhouse-session.ts'
import { WarehouseError } from '../warehouse/warehouse.ts'

/** @throws WarehouseError for the address of a private network, unless these are allowed */
export function refusePrivate(
  { hostname }: Pick<URL, 'hostname'>,
  { allowPrivate }: WarehousesConfig,
): void {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate = literal === 'localhost' || (isIP(literal) !== 0 && !isPublicAddress(literal))
  if (isPrivate && !allowPrivate) {
    throw new WarehouseError(
      `has the private host ${literal}. To allow private hosts, set ADTALLY_WAREHOUSES_PRIVATE=allow`,
    )
  }
}

const clickhouseForm =
  'must be clickhouse://user:password@host:8123/database, or with TLS clickhouse://user:password@host:8443/database?secure=true'

/**
 * Reads the address of a ClickHouse database. The port may be left out.
 *
 * @throws WarehouseError for another form, and for a private address that is not allowed
 */
export function clickhousePlace(address: string, config: WarehousesConfig): ClickhousePlace {
  const given = URL.parse(address)
  const database = decoded(given?.pathname.slice(1) ?? '')
  const [scheme, usualPort] = schemes.get(given?.search ?? '') ?? []
  if (given?.protocol !== 'clickhouse:' || !scheme || !database || database.includes('/')) {
    throw new WarehouseError(clickhouseForm)
  }
  const port = given.port || usualPort
  // The web's own schemes know all forms of an IP address.
  const url = URL.parse(`${scheme}://${given.hostname}`)
  if (!url) throw new WarehouseError(clickhouseForm)
  refusePrivate(url, config)
  return {
    origin: `${scheme}://${url.hostname}:${port}`,
    host: `${url.hostname}:${port}`,
    database,
    user: decoded(given.username) || 'default',
    password: decoded(given.password),
  }
}

/** By what follows the database: the scheme, and the port of ClickHouse for it. */
const schemes: ReadonlyMap<string, readonly [scheme: string, port: string]> = new Map([
  ['', ['http', '8123']],
  ['?secure=false', ['http', '8123']],
  ['?secure=true', ['https', '8443']],
])

/** @returns the empty text for one that is wrongly encoded */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
