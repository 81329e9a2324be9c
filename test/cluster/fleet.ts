import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Outcome, type RunOptions, stdoutOf } from '../cli/run-adtally.ts'
import { launch, type ServerProcess, spawnAdtally, startServing } from '../cli/spawn-adtally.ts'
import { type ClickhouseCluster, clusterName, startClickhouse } from './clickhouse.ts'
import { freePorts } from './free-ports.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { type RedisServer, startRedis } from './redis.ts'

export type Environment = Readonly<Record<string, string>>

/** One of several `adtally serve` processes that share stores. */
export interface FleetProcess {
  /** The address that it listens on; links in its answers have the fleet's URL. */
  readonly origin: string
  /** Everything that it has written to stdout and stderr. */
  readonly log: () => string
  /** Whether it is still running. */
  readonly isRunning: () => boolean
  readonly stop: ServerProcess['stop']
}

/** Servers, and the Adtally processes that share them; configured only by their environment. */
export interface Fleet {
  readonly postgres: TestPostgres
  readonly clickhouse: ClickhouseCluster
  readonly redis: RedisServer
  /** The folder for files of the tests. */
  readonly folder: string
  /** The environment that tells a process about the servers. */
  readonly env: Environment
  /** Runs a command, in a data directory without a server. */
  readonly command: (args: readonly string[], options?: RunOptions) => Promise<Outcome>
  /** The same for a command that must succeed. @returns its stdout */
  readonly works: (args: readonly string[], options?: RunOptions) => Promise<string>
  /** Starts a command that runs until the test ends. */
  readonly launch: (args: readonly string[], options?: RunOptions) => ReturnType<typeof launch>
  /** Writes a file. @returns its path */
  readonly file: (name: string, text: string) => Promise<string>
  /** Starts a process with its own data directory. */
  readonly serve: (env?: Environment) => Promise<FleetProcess>
  /** Creates the stores of another installation on the same servers. @returns its environment */
  readonly freshStores: () => Promise<Environment>
  readonly end: () => Promise<void>
}

/** The URL that clients use for all processes. */
export const fleetUrl = 'http://ads.example'
/** Part of every URL that has a password; it must never be shown. */
export const secretWord = 'open-sesame-4711'

/** A fleet for the tests of a block. @param shards number of ClickHouse shards */
export function shareFleet(shards: 1 | 2 = 1): () => Fleet {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet(shards)
  })
  afterAll(() => fleet?.end())
  return () => fleet
}

async function startFleet(shards: 1 | 2): Promise<Fleet> {
  const starting = [startPostgres(), startClickhouse({ shards }), startRedis()] as const
  const [postgres, clickhouse, redis] = await allOrNone(starting)
  const folder = await mkdtemp(join(tmpdir(), 'adtally-fleet-'))
  const processes: ServerProcess[] = []
  let stores = 0
  const freshStores = async (): Promise<Environment> => ({
    ADTALLY_CLICKHOUSE_URL: clickhouse.urls.map((url) => `${url}/fleet_${stores}`).join(),
    ...(shards > 1 && { ADTALLY_CLICKHOUSE_CLUSTER: clusterName }),
    ADTALLY_DATABASE_URL: withPassword(await postgres.createDatabase()),
    ADTALLY_VALKEY_URL: redis.url,
    ADTALLY_SECRET_FILE: join(folder, `secret-${stores++}.key`),
  })
  const env = {
    ...(await freshStores()),
    ADTALLY_BASE_URL: fleetUrl,
    ADTALLY_NETWORK_URL: fleetUrl,
    ADTALLY_RATE_LIMIT: '1000000',
  }
  const asCommand = (options: RunOptions = {}): RunOptions => ({
    cwd: folder,
    ...options,
    env: { ...env, ADTALLY_DATA_DIR: join(folder, 'commands'), ...options.env },
  })
  // Each in its own process, as on the machines of a fleet.
  const command: Fleet['command'] = (args, options) => spawnAdtally(args, asCommand(options))
  return {
    postgres,
    clickhouse,
    redis,
    folder,
    env,
    freshStores,
    command,
    works: async (args, options) => stdoutOf(await command(args, options)),
    launch: (args, options) => launch(args, asCommand(options)),
    file: async (name, text) => {
      const path = join(folder, name)
      await writeFile(path, text)
      return path
    },
    serve: async (more) => {
      const [port] = await freePorts(1)
      const ADTALLY_DATA_DIR = join(folder, `data-${port}`)
      // When a port is given twice, the later one counts.
      const server = await startServing(['--port', String(port)], {
        cwd: folder,
        env: { ...env, ADTALLY_DATA_DIR, ...more },
      })
      processes.push(server)
      return {
        origin: `http://127.0.0.1:${port}`,
        log: () => server.stdout() + server.stderr(),
        isRunning: () => server.child.exitCode === null && server.child.signalCode === null,
        stop: server.stop,
      }
    },
    end: async () => {
      await Promise.all(processes.map((server) => server.stop('SIGKILL')))
      await Promise.all([postgres.stop(), clickhouse.stop(), redis.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The test's PostgreSQL accepts any password. */
function withPassword(url: string): string {
  return Object.assign(new URL(url), { password: secretWord }).href
}

interface Stoppable {
  readonly stop: () => Promise<void>
}

async function allOrNone<Servers extends readonly Promise<Stoppable>[]>(
  starting: Servers,
): Promise<{ -readonly [Index in keyof Servers]: Awaited<Servers[Index]> }> {
  const started = await Promise.allSettled(starting)
  const failed = started.find(({ status }) => status === 'rejected')
  if (failed) {
    for (const one of started) if (one.status === 'fulfilled') await one.value.stop()
    throw (failed as PromiseRejectedResult).reason
  }
  return Promise.all(starting) as never
}
