/**
 * The rooms and files that each room may import besides its own. `npm run check` refuses every other import,
 * type-only imports too, and every circle of files.
 *
 * A room is a folder of src/ with its subfolders. Exceptions: `main` and `http` are only the files
 * directly in src/ and src/http/, `web` is web/src/, and a name with an extension is one file.
 */

const cores = [
  'reporting',
  'ledger',
  'sources',
  'staging',
  'publishers',
  'community',
  'connections',
  'audit',
  'insight',
  'currencies',
  'settlement',
  'alerts',
  'messages',
  'warehouse',
  'partners',
]
const below = ['wording', 'use-cases', 'records', 'sealing', ...cores, 'facts', 'values']
const httpParts = ['http/answer', 'http/parameters', 'http/plugins', 'http/openapi']
const families = [
  'http/v2-publisher',
  'http/report',
  'http/publisher',
  'http/v1',
  'http/pages',
  'http/dashboard',
  'http/operator',
  'http/mcp',
]
const http = ['http', 'http/imports', ...httpParts, ...families]

export const arrows: Record<string, readonly string[]> = {
  values: [],
  // The declaration of each kind of fact. Everything that stores, reads or shows facts derives from it.
  facts: ['values'],

  // Cores. Some may not import Node's own modules either: see `withoutNode`.
  reporting: ['facts', 'values'],
  ledger: ['facts', 'values'],
  sources: ['facts', 'values'],
  publishers: ['values', 'facts', 'sources', 'limits'],
  // Encrypts the secrets that are stored.
  sealing: [],
  community: ['values'],
  connections: ['values', 'sources', 'sealing'],
  currencies: ['values', 'sources'],
  // What networks owe, paid and took.
  settlement: ['values', 'currencies', 'sources', 'partners'],
  // Shares of partners in a network's figures, and statements of what they are owed.
  partners: ['values'],
  staging: [
    'values',
    'facts',
    'sources',
    'ledger',
    'publishers',
    'currencies',
    'partners',
    'records',
  ],
  audit: ['values'],
  limits: ['values'],
  insight: ['values'],
  // Judges figures by rules.
  alerts: ['insight', 'values'],
  // What happened, as it is told.
  messages: ['values'],
  // Copies of figures in other databases: their tables, and the port to fill them.
  warehouse: ['reporting', 'facts', 'values'],

  // Accounts, apps, keys, users and whatever else SQLite or PostgreSQL stores, with the rules of each.
  records: [
    'storage/upgrades',
    'alerts',
    'messages',
    'warehouse',
    'ledger',
    'publishers',
    'community',
    'connections',
    'audit',
    'currencies',
    'settlement',
    'partners',
    'facts',
    'values',
    'sealing',
  ],

  'use-cases': ['records', 'sealing', ...cores, 'limits', 'facts', 'values'],
  wording: ['use-cases', ...cores, 'facts', 'values'],

  // Stores implement the ports of the cores. They may share storage/sql and storage/upgrades, and never import each other otherwise.
  'storage/sql': ['facts', 'reporting', 'ledger', 'staging', 'values'],
  'storage/upgrades': ['values'],
  'storage/duckdb': [
    'storage/sql',
    'storage/upgrades',
    'facts',
    'reporting',
    'ledger',
    'staging',
    'values',
  ],
  'storage/clickhouse': [
    // The ledger of its journal.
    'records',
    'storage/sql',
    'storage/upgrades',
    'facts',
    'reporting',
    'ledger',
    'staging',
    'values',
  ],
  // Stands in front of an engine's store.
  'storage/memory': ['storage/sql', 'facts', 'reporting', 'limits', 'values'],
  'storage/history': ['reporting', 'ledger', 'values'],
  'storage/settlement': ['reporting', 'values'],
  // Other databases that are kept a copy.
  'storage/warehouses': ['storage/duckdb', 'warehouse', 'reporting', 'facts', 'values'],
  'storage/valkey': ['limits'],
  'storage/files': ['values'],
  oidc: ['publishers', 'values'],
  // Measures what the ports of the cores do.
  metrics: [
    'messages',
    'reporting',
    'ledger',
    'connections',
    'staging',
    'records',
    'use-cases',
    'warehouse',
    'values',
  ],
  // Sends messages into channels.
  delivery: ['connections', 'messages', 'sources', 'values'],
  // Carries out the requests of connectors, and those to object storages.
  'network-calls': ['connections', 'sources', 'warehouse', 'values'],

  // The interface families do not import each other. The public ones cannot reach revenue.
  'http/answer': ['wording', 'reporting', 'publishers', 'limits', 'values'],
  'http/openapi': [
    'facts/label-names.ts',
    'http/answer',
    'http/plugins',
    'values',
    'package.json',
    'project-folder.ts',
  ],
  'http/parameters': ['http/answer', 'http/openapi', 'values'],
  'http/plugins': [
    'http/answer',
    'wording',
    'reporting',
    'records',
    'publishers',
    'audit',
    'values',
  ],
  // Used by the families that receive files of figures.
  'http/imports': [...httpParts, ...below],
  'http/v2-publisher': ['http', 'http/imports', ...httpParts, ...below],
  'http/report': ['http', ...httpParts, ...below],
  'http/publisher': ['http', ...httpParts, ...below],
  'http/v1': ['http', ...httpParts, 'community', 'values'],
  'http/pages': ['http', ...httpParts, 'http/v1', 'community', 'values'],
  'http/dashboard': ['http', 'http/imports', ...httpParts, ...below, 'project-folder.ts'],
  'http/operator': ['http', ...httpParts, ...below],
  // The tools of agents, over HTTP and stdio.
  'http/mcp': ['http', ...httpParts, 'http/report/parameter-schema.ts', ...below, 'package.json'],
  http: [...httpParts, ...families, ...below, 'limits'],

  config: ['values', 'sources/import-limits.ts'],
  demo: below,
  compose: [
    'http',
    'http/answer',
    'http/plugins',
    'http/operator',
    'metrics',
    'storage',
    'records',
    'sealing',
    'oidc',
    'network-calls',
    'delivery',
    'limits',
    'config',
    'use-cases',
    // Messages that jobs write.
    'wording',
    ...cores,
    'facts',
    'values',
    'package.json',
  ],
  cli: ['compose', 'config', 'demo', 'http/mcp', ...below, 'package.json'],
  main: ['cli'],
  // The page's types of answers are the server's; nothing of the server is bundled.
  web: [
    'values',
    'facts/kinds.ts',
    'facts/label-names.ts',
    'facts/rest-names.ts',
    'alerts/rule.ts',
    'messages/channel.ts',
    'reporting/derive-metric.ts',
    'reporting/metrics.ts',
    'reporting/periods.ts',
    'reporting/question/known-by.ts',
    'reporting/question/read-having.ts',
    'reporting/question/relative-days.ts',
    'reporting/question/vocabulary.ts',
    'http/dashboard/answers.ts',
  ],
}

/** Arrows that may load the target only when it is needed: with `import()`, or for its types. */
export const lazyArrows: readonly (readonly [from: string, to: string])[] = [
  ['cli', 'compose'],
  ['cli', 'http/mcp'],
  ['web', 'http/dashboard/answers.ts'],
]

/** Which rooms may import a package. `storage` means every room in it. */
export const packages: Record<string, readonly string[]> = {
  '@duckdb/node-api': ['staging', 'storage/duckdb', 'storage/warehouses'],
  '@clickhouse/client': ['storage/clickhouse', 'compose'],
  kysely: ['records', 'compose'],
  pg: ['records', 'storage/warehouses'],
  'pg-copy-streams': ['storage/warehouses'],
  aws4fetch: ['storage/warehouses'],
  ioredis: ['storage/valkey'],

  fastify: [...http, 'compose'],
  '@fastify/*': http,
  pino: ['http'],
  typebox: ['use-cases', ...http],
  '@modelcontextprotocol/server': ['http/mcp'],
  'rate-limiter-flexible': ['limits', 'storage/valkey', ...http],

  commander: ['main', 'cli'],
  '@inquirer/password': ['cli'],
  '@inquirer/search': ['cli'],
  'csv-parse': ['sources'],
  sax: ['sources', 'currencies'],
  yauzl: ['sources'],
  'i18n-iso-countries': ['sources'],
  'ipaddr.js': ['config', 'http/plugins', 'network-calls'],
  'smol-toml': ['config'],
  'openid-client': ['oidc'],
  oauth4webapi: ['network-calls'],
  otpauth: ['records'],
  undici: ['network-calls', 'storage/warehouses'],
  nodemailer: ['delivery'],
  'lru-cache': ['limits', 'records', 'use-cases'],
  'p-limit': ['publishers', 'records', 'storage'],
  'prom-client': ['metrics'],

  '@internationalized/date': ['web'],
  '@tanstack/react-query': ['web'],
  '@tanstack/react-router': ['web'],
  '@tanstack/react-virtual': ['web'],
  '@visx/*': ['web'],
  fflate: ['web'],
  react: ['web'],
  'react-aria-components': ['web'],
  'react-dom': ['web'],
  'react-error-boundary': ['web'],
  uqr: ['web'],
}

/** Rooms that may not import Node's own modules: they read no files and open no connections. */
export const withoutNode: readonly string[] = [
  'values',
  'facts',
  'reporting',
  'ledger',
  'audit',
  'limits',
  'insight',
  'warehouse',
  'web',
]

/** Packages that tests may import besides; they may import Node's own modules too. */
export const testPackages: readonly string[] = ['vitest', 'fast-check']
