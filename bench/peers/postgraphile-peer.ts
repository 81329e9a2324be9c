import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDay } from '../../src/values/day.ts'
import { startPostgres, withClient } from '../../test/cluster/postgres.ts'
import type { Asked } from '../asks.ts'
import { Child } from '../child.ts'
import { appIdOf } from '../figures-shape.ts'
import type { Address } from '../load.ts'
import { childWith, processorMsOf } from '../processor-time.ts'
import type { Peer, PeerKind, PeerRows } from './peer.ts'
import { figuresTable, figuresViews } from './postgraphile-tables.ts'

const counts = 'impressions clicks installs revenue'
const queries: Readonly<Record<PeerKind, string>> = {
  week: `query Q($app: String!, $since: Date!, $until: Date!) {
    appFiguresList(app: $app, since: $since, until: $until) { date network format country ${counts} } }`,
  month: `query Q($app: String!, $since: Date!, $until: Date!) {
    appNetworksList(app: $app, since: $since, until: $until) { network ${counts} } }`,
  year: `query Q($since: Date!, $until: Date!) {
    appsSumsList(since: $since, until: $until) { appId ${counts} } }`,
}

/** PostGraphile 5 on PostgreSQL, installed into the folder: its package is none of the project's. */
export async function startPostgraphilePeer({ csv, folder }: PeerRows): Promise<Peer> {
  const packages = join(folder, 'postgraphile')
  const { version, license } = install(packages)
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await startPostgres(), ({ stop }) => stop())
  const database = await prepare(postgres)
  const loadSeconds = await load(database, csv)
  const child = stack.use(
    await Child.start('peers/postgraphile-process.ts', [packages, database], {
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
    }),
  )
  const baseUrl = child.ready as string
  const pids = [child.pid, childWith('adtally-postgres-')]
  const processorMs = async () => pids.reduce((sum, pid) => sum + processorMsOf(pid), 0)
  const side = {
    server: { baseUrl, processorMs },
    headers: { 'content-type': 'application/json' },
  }
  const name = `PostGraphile ${version} (${license}) on PostgreSQL`
  const running = stack.move()
  return { name, loadSeconds, side, address, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

function address(kind: PeerKind, { app, span }: Asked): Address {
  const variables = {
    ...(kind !== 'year' && { app: appIdOf(app) }),
    since: formatDay(span.firstDay),
    until: formatDay(span.lastDay),
  }
  const query = queries[kind].replaceAll(/\s+/g, ' ')
  return { path: '/graphql', body: JSON.stringify({ query, variables }) }
}

/** @returns what was installed */
function install(folder: string): { version: string; license: string } {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
  execFileSync('npm', ['install', ...flags, 'postgraphile@5'], { cwd: folder, stdio: 'ignore' })
  return JSON.parse(readFileSync(join(folder, 'node_modules/postgraphile/package.json'), 'utf8'))
}

/** @returns the URL of an empty database with memory of a usual size */
async function prepare(postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<string> {
  await withClient(postgres.url(), (client) =>
    client.query("ALTER SYSTEM SET shared_buffers = '2GB'"),
  )
  await postgres.restart()
  return postgres.createDatabase()
}

/** @returns seconds, with indexes and views */
async function load(database: string, csv: string): Promise<number> {
  return withClient(database, async (client) => {
    await client.query("SET maintenance_work_mem = '1GB'")
    const started = performance.now()
    await client.query(figuresTable)
    await client.query(`COPY figures FROM '${csv}' (FORMAT csv, HEADER)`)
    for (const statement of figuresViews) await client.query(statement)
    return (performance.now() - started) / 1_000
  })
}
