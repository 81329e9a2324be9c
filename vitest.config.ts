import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'
import { isNight } from './test/night.ts'
import { useTemporaryFolder } from './test/temporary-folder.ts'

useTemporaryFolder()
// Shares compiled sources between the many short processes that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/adtally-tests')

/** Only to end a test that hangs, on a busy machine too. */
const timeoutMs = 120_000

const unit = [
  '{src,web/src}/**/*.test.ts',
  'test/{contracts,sql,staging}/**/*.test.ts',
  'test/*.test.ts',
]
const browser = ['test/e2e/**/*.test.ts']
/** Opens every page once. `npm test` runs these; the others are in `npm run test:browser`. */
const eachPage = ['test/e2e/{dashboard-pages,jsonp}.test.ts']
const servers = ['test/cluster/**/*.test.ts']
const soak = ['test/soak/**/*.test.ts']
/** Run the package that is installed from its tarball, with its dependencies from the registry. */
const published = ['test/package/**/*.test.ts', 'test/first-day/**/*.test.ts']
/** What hostile clients, networks, files and disks do. CI runs these; `npm run test:attacks` does too. */
const attacks = [
  'test/e2e/dashboard-{links,two-tabs,upgrade,unknown-days}.test.ts',
  'test/import/{failed-statements,import-bombs,inbox-hostile,killed,killed-request}.test.ts',
  'test/api/connections/*.test.ts',
  'test/api/dashboard/sign-in.{attack,limits}.test.ts',
  'test/api/lent-blocks.test.ts',
  'test/api/v2-publisher/hostile-input.test.ts',
  'test/connections/{back-off,changes,fault-list,interrupted}.test.ts',
  'test/history/killed-compaction.test.ts',
  'test/stores/**/*.test.ts',
  'test/warehouse/{full-disk,killed,killed-parquet}.test.ts',
]
/** Run commands, and what documents say to type, as processes. CI runs these; `npm run test:commands` does too. */
const commands = [
  'test/cli/**/*.test.ts',
  'test/deploy/nginx.test.ts',
  'test/docs/{commands,commands-machine,copy-readers,sources}.test.ts',
  'test/upgrade/{commands,editions}.test.ts',
]
/** What `.ci/run` leaves to the night: servers that fail, crashes, full disks, and the steps of the image. */
const overnight = [
  ...soak,
  'test/cluster/{clickhouse-fault,interrupted-import,killed-request,postgres-fault,warehouse-killed,wrong-servers}.test.ts',
  'test/import/killed-request.test.ts',
  'test/stores/backup.test.ts',
  'test/warehouse/{killed,killed-parquet}.test.ts',
  'test/package/dockerfile.test.ts',
]

/** What runs without servers and browsers. A test in a new folder is an integration test. */
const embedded = [
  project('unit', unit),
  project(
    'integration',
    ['test/**/*.test.ts'],
    [...unit, ...browser, ...servers, ...soak, ...attacks, ...commands, ...published],
  ),
]
const inBrowsers = project('browser', browser, attacks)
const ofPackage = withSetup(project('package', published), 'test/package/provide-installed.ts')

/** What a shard sees of figures: queries over apps, commits and undos. The rest is the same on one node. */
const shardedSuites = [
  'test/api/publisher/**/*.test.ts',
  'test/api/recorded-answers.test.ts',
  'test/api/report/report.{200,compare}.test.ts',
  'test/api/v2-publisher/{as-of,changed.200,changes,freshness,stats.200*}.test.ts',
  'test/import/{audience,details,earned,every-kind,manage,partial,rates,restatement,secondary,shares,undo,whole-or-not}.test.ts',
  'test/property/{changed-copy,deep-figures,earned,economy,history,partners,partial-and-rates,partial-facts,publisher-figures,rates-order,report-plans,undo-orders,v2-figures}.property.test.ts',
]
/** What holds wherever the figures are stored. Files are read by the same engine everywhere. */
const figureSuites = [
  ...shardedSuites,
  'test/api/report/{report.{columns,isolation,pages,streams},schema.200}.test.ts',
  'test/property/{first-day,mediation-orders,report-answers,warehouse}.property.test.ts',
  'test/sources/admob-console.test.ts',
  'test/api/dashboard/{insight,reconciliation,restatements}.test.ts',
  // Requests that are refused before the store is asked are the same everywhere.
  'test/api/v2-publisher/{changed.*,history.*,imports,imports.repeated,routes,stats.{200,304}*,stats.400.too-large}.test.ts',
  'test/connections/{ad-units,currencies,leases,network-names,pull}.test.ts',
  'test/api/mcp/mcp.{200,claims,isolation}.test.ts',
  'test/history/export.test.ts',
  'test/import/{apps-by-name,clock,duplicates,export,ledger,mediation,money,own-format,report-edges,seen-values}.test.ts',
  'test/import/{applied-rates,applied-rates.kinds,details,set-aside,stored-rates}.test.ts',
  'test/docs/metrics.test.ts',
  'test/partners/{net-figures,statements}.test.ts',
]
/** Questions of one case. Servers are slower. */
const onServers = { ADTALLY_PROPERTY_ASKED: process.env.ADTALLY_PROPERTY_ASKED ?? '30' }

/** The suites on ClickHouse: on one node, and every night on two shards too. */
const onClickhouse = [
  withClickhouse('one-node', figureSuites, 'test/cluster/provide-one-node.ts'),
  ...(isNight
    ? [withClickhouse('two-shards', shardedSuites, 'test/cluster/provide-two-shards.ts')]
    : []),
]

const byMode: Readonly<Record<string, typeof embedded>> = {
  servers: [project('servers', servers), ...onClickhouse],
  browser: [inBrowsers],
  attacks: [project('attacks', attacks)],
  commands: [project('commands', commands)],
  soak: [project('soak', soak)],
  package: [ofPackage],
  all: [
    ...[...embedded, inBrowsers, project('servers', servers), ...onClickhouse],
    ...[project('attacks', attacks), project('commands', commands)],
    ...[project('soak', soak), ofPackage],
  ].map((each) => (isNight ? each : without(overnight, each))),
}

export default defineConfig(({ mode }) => ({
  test: {
    projects: byMode[mode] ?? [...embedded, project('pages', eachPage)],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/closing-line.ts'],
    // Browsers, and servers with processes of their own, are waited for, so one worker more than there are
    // processors. (One less is usual, which on two processors leaves one idle.)
    maxWorkers: ['attacks', 'soak'].includes(mode) ? '100%' : availableParallelism() + 1,
    setupFiles: './test/property/seed.ts',
    // Loading the engines and the server again for each file took half of the time.
    isolate: false,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
}))

function project(name: string, include: string[], exclude: string[] = []) {
  return {
    extends: true as const,
    test: { name, include, exclude: [...configDefaults.exclude, ...exclude] },
  }
}

function without(exclude: string[], { test, ...rest }: ReturnType<typeof project>) {
  return { ...rest, test: { ...test, exclude: [...test.exclude, ...exclude] } }
}

function withSetup({ test, ...rest }: ReturnType<typeof project>, globalSetup: string) {
  return { ...rest, test: { ...test, globalSetup } }
}

function withClickhouse(name: string, include: string[], globalSetup: string) {
  const { test, ...rest } = withSetup(project(name, include), globalSetup)
  return { ...rest, test: { ...test, env: onServers } }
}
