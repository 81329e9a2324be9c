import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loopback, type TestHost } from '../fixtures/test-host.ts'
import { freePorts } from './free-ports.ts'
import { type KillServer, startServer } from './server-process.ts'

/** The cluster name under which every node knows all shards. */
export const clusterName = 'adtally'

const program = join(import.meta.dirname, 'server', 'clickhouse.mjs')

/** ClickHouse nodes: user `default`, no password. Shards are numbered from 0. */
export interface ClickhouseCluster {
  /** The HTTP address of each shard, unchanged by a restart. */
  readonly urls: readonly string[]
  /** Kills a shard with SIGKILL. Its data are kept. */
  kill(shard: number): Promise<void>
  /** Starts a shard again on its data and ports, killing it first if it is running. */
  restart(shard: number): Promise<void>
  /** Stops every shard and removes the data. */
  stop(): Promise<void>
}

interface Node {
  readonly host: TestHost
  readonly directory: string
  readonly httpPort: number
  readonly tcpPort: number
  /** The port at which the other shards reach it. */
  readonly peersPort: number
  kill: KillServer
}

/**
 * Starts ClickHouse, one process for each shard, and waits until all answer.
 *
 * There is no Keeper, so no replication and no `ON CLUSTER`.
 *
 * @param options.hosts one for each shard; this machine when absent
 */
export async function startClickhouse(options?: {
  shards?: 1 | 2
  hosts?: readonly TestHost[]
}): Promise<ClickhouseCluster> {
  const shards = options?.shards ?? 1
  const ports = await freePorts(3 * shards)
  const directory = await mkdtemp(join(tmpdir(), 'adtally-clickhouse-'))
  const nodes = Array.from(
    { length: shards },
    (_, shard): Node => ({
      host: options?.hosts?.[shard] ?? loopback,
      directory: join(directory, `shard-${shard}`),
      httpPort: ports[3 * shard]!,
      tcpPort: ports[3 * shard + 1]!,
      peersPort: ports[3 * shard + 2]!,
      kill: async () => undefined,
    }),
  )
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await rm(directory, { recursive: true, force: true })
  }
  const start = async (node: Node) => {
    const configFile = `${node.directory}.xml`
    await writeFile(configFile, configOf(node, nodes))
    await writeFile(`${node.directory}-users.xml`, usersXml)
    node.kill = await startServer({
      name: 'ClickHouse',
      command: process.execPath,
      host: node.host,
      args: [
        ...[program, configFile, node.host.address],
        ...[String(node.tcpPort), String(node.peersPort)],
      ],
      answers: async () => (await fetch(`${urlOf(node)}/ping`)).ok,
    })
  }
  const started = await Promise.allSettled(nodes.map(start))
  for (const node of started) {
    if (node.status === 'fulfilled') continue
    await stop()
    throw node.reason
  }
  return {
    urls: nodes.map(urlOf),
    kill: (shard) => nodes[shard]!.kill(),
    async restart(shard) {
      await nodes[shard]!.kill()
      await start(nodes[shard]!)
    },
    stop,
  }
}

const urlOf = ({ host, httpPort }: Node) => `http://${host.address}:${httpPort}`

/** The sizes suit tests on a small machine that runs several nodes. */
function configOf(node: Node, nodes: readonly Node[]): string {
  const shards = nodes.map(
    // A node recognises itself by its own port.
    (each) =>
      `<shard><replica><host>${each.host.address}</host><port>${each === node ? each.tcpPort : each.peersPort}</port></replica></shard>`,
  )
  return `<clickhouse>
  <path>${node.directory}</path>
  <users_config>${node.directory}-users.xml</users_config>
  <listen_host>${node.host.address}</listen_host>
  <http_port>${node.httpPort}</http_port>
  <tcp_port>${node.tcpPort}</tcp_port>
  <remote_servers><${clusterName}>${shards.join('')}</${clusterName}></remote_servers>
  <storage_configuration>
    <disks><backups><type>local</type><path>${node.directory}-backups/</path></backups></disks>
  </storage_configuration>
  <backups><allowed_disk>backups</allowed_disk></backups>
  <max_server_memory_usage>3000000000</max_server_memory_usage>
  <mark_cache_size>67108864</mark_cache_size>
  <max_thread_pool_size>200</max_thread_pool_size>
  <background_pool_size>2</background_pool_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <background_distributed_schedule_pool_size>2</background_distributed_schedule_pool_size>
</clickhouse>
`
}

/** The password of the users below. */
export const limitedPassword = 'pass/word@1'
/** The database of users with fewer rights: `filler` may keep a copy in it, and `reader` reads it. */
export const limitedDatabase = 'limited'

const limitedUser = (name: string, ...rights: readonly string[]) =>
  `<${name}><password>${limitedPassword}</password><networks><ip>::/0</ip></networks>
  <profile>default</profile><quota>default</quota>
  <grants>${rights.map((right) => `<query>GRANT ${right}</query>`).join('')}</grants></${name}>`

const ofDatabase = `ON ${limitedDatabase}.*`

const usersXml = `<clickhouse>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
  <users>
    <default><password></password><networks><ip>::/0</ip></networks>
      <profile>default</profile><quota>default</quota></default>
    ${limitedUser(
      'filler',
      `SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW ${ofDatabase}`,
      'TABLE ENGINE ON MergeTree',
      'TABLE ENGINE ON ReplacingMergeTree',
    )}
    ${limitedUser('reader', `SELECT ${ofDatabase}`)}
  </users>
</clickhouse>
`
