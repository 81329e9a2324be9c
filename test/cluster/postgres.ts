import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { commandOn, loopback, type TestHost } from '../fixtures/test-host.ts'
import { freePorts } from './free-ports.ts'

/** A PostgreSQL server in a temporary directory. */
export interface TestPostgres {
  /** The URL of a database; of the maintenance database when none is named. */
  readonly url: (database?: string) => string
  /** @returns the URL of a new, empty database */
  readonly createDatabase: () => Promise<string>
  /** Stops the server properly, and removes its directory. */
  readonly stop: () => Promise<void>
  /** Kills the server at whatever it is doing; {@link restart} starts it again. */
  readonly kill: () => Promise<void>
  /** Starts the server again on its port, with its databases. */
  readonly restart: () => Promise<void>
}

const superuser = 'adtally'
/** Data need not survive a crash of the machine; commits must survive a crash of the server. */
const withoutDurability = ['-c', 'fsync=off', '-c', 'full_page_writes=off']
const startsWithinMs = 30_000

/**
 * Starts a server whose databases sort text by English rules where the installed version supports
 * it. This exposes columns that were not declared to sort by bytes.
 *
 * @param host where it runs
 * @throws when PostgreSQL is not installed
 */
export async function startPostgres(host: TestHost = loopback): Promise<TestPostgres> {
  const binaries = findBinaries()
  const user = unprivilegedUser()
  const root = mkdtempSync(join(tmpdir(), 'adtally-postgres-'))
  if (user) chownSync(root, user.uid, user.gid)
  const directory = join(root, 'data')
  const run = (name: string, args: readonly string[]) => {
    // Only root may enter another host, so the user is left there.
    const isElsewhere = host !== loopback && user !== null
    const asUser = isElsewhere
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
      : []
    const there = { ...host, enter: [...host.enter, ...asUser] }
    const [command, all] = commandOn(there, join(binaries, name), args)
    return spawn(command, all, {
      ...(isElsewhere ? {} : user),
      cwd: root,
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 10 })
  let server: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals) => {
    if (server && isRunning(server)) {
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    }
    server = null
  }
  // Nothing remains when a test run is aborted.
  const abandon = () => {
    spawnSync(join(binaries, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', directory], { ...user })
    remove()
  }
  process.once('exit', abandon)
  try {
    await finish(
      run('initdb', [
        ...['-D', directory, '-U', superuser, '-A', 'trust', '--no-sync', '-E', 'UTF8'],
        ...['--locale=C', ...englishOrder(binaries)],
      ]),
    )
    if (host !== loopback) {
      appendFileSync(join(directory, 'pg_hba.conf'), 'host all all samenet trust\n')
    }
    let port: number | null = null
    const url = (database = 'postgres') =>
      `postgres://${superuser}@${host.address}:${port}/${encodeURIComponent(database)}`
    const start = async () => {
      const deadline = Date.now() + startsWithinMs
      const isFirst = port === null
      for (;;) {
        // A free port may be taken a moment later.
        if (isFirst) port = (await freePorts(1))[0]!
        server = run('postgres', [
          ...['-D', directory, '-p', String(port), '-k', root, '-h', host.address],
          ...['-c', 'max_connections=200', ...withoutDurability],
        ])
        const said = outputOf(server)
        // Another program may listen on the port, but only this server has the socket in its directory.
        const socket = `postgres://${superuser}@/postgres?host=${encodeURIComponent(root)}&port=${port}`
        if (await isReady(server, socket, deadline)) return
        await end('SIGQUIT')
        // The processes of a killed server take a moment to notice.
        if (Date.now() > deadline) throw new Error(`PostgreSQL does not start:\n${said()}`)
        await setTimeout(100)
      }
    }
    await start()
    let databases = 0
    return {
      url,
      createDatabase: async () => {
        const name = `test_${++databases}`
        await withClient(url(), (client) => client.query(`CREATE DATABASE ${name}`))
        return url(name)
      },
      // Connected clients are disconnected, not waited for.
      stop: async () => {
        await end('SIGINT')
        process.off('exit', abandon)
        remove()
      },
      // It stops at once and recovers at the next start, but waits for its child processes to end.
      kill: () => end('SIGQUIT'),
      restart: async () => {
        await end('SIGINT')
        await start()
      },
    }
  } catch (error) {
    process.off('exit', abandon)
    abandon()
    throw error
  }
}

/** Debian installs the server's programs by version, outside PATH. */
/** The folder with the programs of the newest version. @throws when PostgreSQL is not installed */
export function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one))
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst.map((version) => join(debian, version, 'bin')),
  ]
  const found = places.find((place) => place !== '' && existsSync(join(place, 'initdb')))
  if (!found) {
    throw new Error(
      'These tests need PostgreSQL: install the Debian package postgresql, or put initdb and postgres into PATH.',
    )
  }
  return found
}

/** The user that the server runs as, because it refuses to run as root. Null means the current user. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody']
    .map((name) => users.find(([own]) => own === name))
    .find((found) => found !== undefined)
  if (!user) {
    throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody.')
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Options of initdb that versions before 15 do not have. */
function englishOrder(binaries: string): string[] {
  const { stdout } = spawnSync(join(binaries, 'initdb'), ['--version'], { encoding: 'utf8' })
  const version = Number(/\d+/.exec(stdout)?.[0])
  return version >= 15 ? ['--locale-provider=icu', '--icu-locale=en-US'] : []
}

async function finish(child: ChildProcess): Promise<void> {
  const said = outputOf(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnfile} failed:\n${said()}`)
}

/** Keeps a process's output for an error message. */
function outputOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text = `${text}${more}`.slice(-4_000)
    })
  }
  return () => text
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/** @returns false when the process ended or the deadline passed */
async function isReady(server: ChildProcess, url: string, deadline: number): Promise<boolean> {
  while (isRunning(server) && Date.now() < deadline) {
    try {
      await withClient(url, (client) => client.query('SELECT 1'))
      return true
    } catch {
      await setTimeout(50)
    }
  }
  return false
}

/** Connects to a database for as long as the work takes. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
