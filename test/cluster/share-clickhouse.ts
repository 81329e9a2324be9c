import { createClient } from '@clickhouse/client'
import { afterAll, beforeAll } from 'vitest'
import type { ClickhouseServers } from '../../src/config/servers.ts'
import type { ClickhouseOptions } from '../../src/storage/clickhouse/clickhouse-options.ts'
import { type ClickhouseCluster, clusterName, startClickhouse } from './clickhouse.ts'

/** ClickHouse for the tests of a block. */
export interface SharedClickhouse {
  readonly servers: () => ClickhouseCluster
  /** Options for a new, unused database. */
  readonly newDatabase: () => ClickhouseServers
  /** Drops a database on every shard. */
  readonly drop: (options: ClickhouseOptions) => Promise<void>
}

/** @param shards 1 for a plain node, 2 for a cluster */
export function shareClickhouse(shards: 1 | 2 = 1): SharedClickhouse {
  let servers: ClickhouseCluster
  let databases = 0
  beforeAll(async () => {
    servers = await startClickhouse({ shards })
  })
  afterAll(() => servers?.stop())
  return {
    servers: () => servers,
    newDatabase: () => ({
      urls: servers.urls,
      database: `adtally_${databases++}`,
      cluster: shards === 1 ? null : clusterName,
      replicated: false,
    }),
    drop: async ({ urls, database }) => {
      for (const url of urls) {
        const client = createClient({ url })
        await client.command({ query: `DROP DATABASE IF EXISTS ${database} SYNC` })
        await client.close()
      }
    },
  }
}
