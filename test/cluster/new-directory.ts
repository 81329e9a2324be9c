import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type DataDirectory, dataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import type { SharedClickhouse } from './share-clickhouse.ts'

/**
 * A data directory whose figures are in a new database of ClickHouse, until the test ends.
 *
 * @param databaseUrl of PostgreSQL; null keeps the records in a file
 */
export async function newDirectory(
  clickhouse: SharedClickhouse,
  databaseUrl: string | null,
): Promise<{ readonly directory: DataDirectory; readonly connection: ClickhouseConnection }> {
  const servers = {
    ...noServers,
    databaseUrl,
    clickhouse: clickhouse.newDatabase(),
  }
  const root = await mkdtemp(join(tmpdir(), 'adtally-on-servers-'))
  const connection = new ClickhouseConnection(servers.clickhouse)
  onTestFinished(async () => {
    await connection.close()
    await rm(root, { recursive: true })
  })
  return { directory: dataDirectory(root, servers), connection }
}
