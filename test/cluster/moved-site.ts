import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import type { DataDirectory } from '../../src/config/data-directory.ts'
import type { TargetServers } from '../../src/config/target.ts'
import type { PulledDay } from '../../src/connections/connection.ts'
import { factKinds, moneyKinds, otherFactNames } from '../../src/facts/kinds.ts'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { ConnectionStore } from '../../src/records/connection-store.ts'
import { openSqlite } from '../../src/records/database.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { listAlertRules } from '../../src/use-cases/alerts/list-alert-rules.ts'
import { listAlerts } from '../../src/use-cases/alerts/list-alerts.ts'
import { setAlertRule } from '../../src/use-cases/alerts/set-alert-rule.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import {
  listConnections,
  showConnection,
} from '../../src/use-cases/connections/list-connections.ts'
import { removeConnection } from '../../src/use-cases/connections/remove-connection.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { listDestinations } from '../../src/use-cases/destinations/list-destinations.ts'
import { importCommunity } from '../../src/use-cases/import-community.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { listAccounts } from '../../src/use-cases/list-accounts.ts'
import { listFinality } from '../../src/use-cases/list-finality.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { addChannel } from '../../src/use-cases/messages/add-channel.ts'
import { listChannels } from '../../src/use-cases/messages/list-channels.ts'
import { listMessages } from '../../src/use-cases/messages/list-messages.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { addStatement } from '../../src/use-cases/money/import-statements.ts'
import { listLines } from '../../src/use-cases/money/list-lines.ts'
import { listStatements } from '../../src/use-cases/money/list-statements.ts'
import { listTerms } from '../../src/use-cases/money/list-terms.ts'
import { listMappings, saveMapping } from '../../src/use-cases/money/mappings.ts'
import { setTerms } from '../../src/use-cases/money/set-terms.ts'
import { showClose } from '../../src/use-cases/money/show-close.ts'
import { showJournal } from '../../src/use-cases/money/show-journal.ts'
import { showMoney } from '../../src/use-cases/money/show-money.ts'
import { listStatementKeys, trustStatementKey } from '../../src/use-cases/money/statement-keys.ts'
import { undoStatement } from '../../src/use-cases/money/undo-statement.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { listRates } from '../../src/use-cases/rates/list-rates.ts'
import { reconcileReports } from '../../src/use-cases/reconcile.ts'
import { setFinality } from '../../src/use-cases/set-finality.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { addDays, parseDay } from '../../src/values/day.ts'
import { formatInstant } from '../../src/values/instant.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import { acmeSigner } from '../fixtures/issued-statement.ts'
import { type Query, serveReports } from '../fixtures/report-server.ts'
import { euroKey, type ImportSite, refusalOf, studioKey } from '../import/import-site.ts'
import { factFiles } from '../property/fact-rows.ts'

export const password = 'correct horse battery staple'
const earlier = 'an earlier password'

/** Fills an embedded site with a history of every kind, and closes it. @returns a session's token */
export async function fillSite(site: ImportSite): Promise<string> {
  const { call } = site
  await call(setPassword, { username: 'studio', password: earlier })
  await call(setPassword, { username: 'studio', password })
  await call(setFinality, { network: 'admob', days: 30 })
  // 1: three networks over two months, with a row that has only impressions
  await site.importLines(
    [
      '2026-02-27,zap-ios,ownnet,video,US,1000,10.5,12,3,4000,',
      '2026-03-01,zap-ios,ownnet,video,US,1000,10.5,12,3,4100,1500',
      '2026-03-01,zap-ios,ownnet,video,DE,500,2.25,,,0,0',
      '2026-03-01,zap-android,chartboost,rewarded,FR,50,0.5,1,,,700',
      '2026-03-01,brick,admob,banner,US,100,1,0,0,,',
      '2026-03-02,brick,admob,banner,US,110,1.1,0,0,,',
      '2026-03-01,euro-app,ownnet,video,DE,70,0.7,1,1,999999999999999,2',
    ],
    {
      columns:
        'date,app_id,network,format,country,impressions,revenue,clicks,installs,requests,matched_requests',
    },
  )
  // 2: a restatement that removes a row and makes a count unknown
  await site.importLines([
    '2026-03-01,zap-ios,ownnet,video,US,900,9',
    '2026-03-02,zap-ios,ownnet,interstitial,US,5,0.123456',
  ])
  // 3: rows that are added to the current ones
  await site.importLines(['2026-03-01,zap-ios,ownnet,video,CA,40,0.4'], { partial: true })
  // 4: the same again, with one new row
  await site.importLines([
    '2026-03-01,brick,admob,banner,US,100,1',
    '2026-03-03,brick,late_network,banner,US,7,-0.5',
  ])
  // 5: a report of a mediation service
  await site.importLines(['2026-03-01,zap-ios,ownnet,video,US,880,8.8'], { as: 'mediation' })
  // 6: an undo of the restatement, for slices without later imports
  await call(undoImport, { id: 2 })
  // 7: money in another currency
  await site.importLines(['2026-03-04,euro-app,admob,banner,DE,10,1.234567,USD'], {
    columns: 'date,app_id,network,format,country,impressions,revenue,currency',
    rates: { name: 'rates.csv', text: 'day,currency,rate\n2026-03-04,USD,0.9\n' },
  })
  // 8: a second mediation service, restated
  await site.importLines(['2026-03-01,zap-ios,ownnet,video,US,870,8.75'], { as: 'mediation' })
  // 9: users
  await site.importLines(
    ['2026-03-01,zap-ios,firebase,US,100,10,', '2026-03-01,brick,own,DE,7,,9'],
    {
      columns: 'date,app_id,source,country,dau,new_users,sessions',
    },
  )
  // 10 to 12: details, spend and cohorts
  const moved = { day: '2026-03-01', app: 'zap-ios', source: 'max', count: 3 }
  for (const kind of ['details', 'spend', 'cohorts'] as const) {
    const { columns, lineOf } = factFiles[kind]
    const lines = ['US', 'DE'].map((country) => lineOf({ ...moved, country }))
    const foreign = {
      columns: `${columns},currency`,
      rates: { name: 'rates.csv', text: 'day,currency,rate\n2026-03-01,EUR,1.1\n' },
    }
    const { hasMoney } = factKinds[kind]
    if (hasMoney)
      await site.importLines(
        lines.map((line) => `${line},EUR`),
        foreign,
      )
    else await site.importLines(lines, { columns })
  }
  // 13: shares of partners
  await commitMade(site, {
    kind: 'shares',
    lines: ['US', 'DE'].map((country) => factFiles.shares.lineOf({ ...moved, country })),
  })
  await refusalOf(site.importLines(['2026-03-05,brick,admob,banner,XX,1,-x']))
  await refusalOf(site.importLines(['2026-03-05,euro-app,admob,banner,DE,many,1']))
  await site.call(linkApp, { network: 'admob', networkAppId: 'ca-app-1', appId: 'zap-ios' })
  for (const account of [{}, { account: 'euros' }]) {
    const file = await site.file('ecb.csv', 'Date,USD,\n2026-03-02,1.25,\n2026-03-03,1.5,\n')
    await site.call(importRates, account, { files: [file] })
  }
  await keepBooks(site)
  await importRecords(site)
  await addConnections(site)
  await addMessages(site)
  const { users, sessions } = site.installation
  const opened = await sessions.open((await users.byPassword('studio', password))!)
  await site.close()
  await pullDays(site)
  return opened.token
}

/** Terms, a mapping, statements (one is undone), and a closed month. */
async function keepBooks({ call }: ImportSite): Promise<void> {
  const importLine = (line: string) => {
    const text = `network,period,kind,amount,currency,date,reference\n${line}\n`
    return call(addStatement, { account: 'studio', file: { name: 'statement.csv', text } })
  }
  await importLine('ownnet,2026-02,earnings,10.25,USD,2026-02-28,INV 2')
  await importLine('admob,2026-01,opening,3,USD,2026-01-31,OPENING')
  await importLine(',,payment,7,USD,2026-03-09,TRANSFER')
  await call(undoStatement, { username: 'studio', id: 'S2' })
  await call(saveMapping, {
    username: 'studio',
    name: 'mybank',
    columns: { date: 'Datum', amount: 'Betrag' },
    dateFormat: 'DD.MM.YYYY',
    decimal: ',',
    delimiter: 'semicolon',
    currency: 'EUR',
    payers: [{ contains: 'GOOGLE', network: 'admob' }],
  })
  await call(trustStatementKey, {
    username: 'studio',
    name: 'acme',
    key: acmeSigner.key,
    network: 'acme',
  })
  await call(setTerms, { username: 'studio', network: 'ownnet', from: '2026-01', netDays: 45 })
  await call(closeMonth, { username: 'studio', month: '2026-02', allowMissing: true })
}

const signal = new AbortController().signal
export const hook = 'https://hooks.example.com/own-path'
export const warehouse = 'postgres://ada:hidden@warehouse.example.com/ads'

/** A destination, a channel with a message that waits, a rule, what a look finds, and a saved citation. */
async function addMessages({ call, installation }: ImportSite): Promise<void> {
  const { accounts, messageProgress, savedCitations } = installation
  const username = 'studio'
  await installation.sendMessages(signal)
  await call(addChannel, { username, name: 'ops', kind: 'webhook', url: hook })
  await call(addDestination, { username, name: 'copy', kind: 'postgresql', address: warehouse })
  await call(setAlertRule, { username, name: 'late', kind: 'missing_report' })
  await installation.lookForAlerts(signal)
  await messageProgress.write([
    {
      id: 'msg_moved',
      accountId: (await accounts.get(username)).id,
      type: 'alert.fired',
      madeAtMs: Date.parse('2026-03-10T12:00:00Z'),
      data: { rule: 'late' },
      subject: 'A report is late',
      text: '',
      rich: null,
      app: null,
      channel: null,
    },
  ])
  await savedCitations.save(username, 'moved0000001', 'a citation', null)
}

/** Several connections, one of them removed. */
async function addConnections({ call }: ImportSite): Promise<void> {
  const values = { skey: 'the skey', secret: 'the secret', zone: 'UTC' }
  for (const name of ['mintegral', 'an older one']) {
    await call(addConnection, { username: 'studio', connector: 'mintegral', name, values })
  }
  await call(removeConnection, { username: 'studio', name: 'an older one' })
}

/** Days of a connection as if they had been pulled: one is held, one is done, and the last one waits for a rate. */
async function pullDays({ directory }: ImportSite): Promise<void> {
  const database = await openSqlite(directory.relational)
  const store = new ConnectionStore(database)
  const totals = { rows: 3, impressions: 9_007_199_254_740_993n, revenueMicros: 12n }
  const day: PulledDay = {
    depth: null,
    day: parseDay('2026-03-10')!,
    state: 'held',
    failures: 2,
    nextAtMs: null,
    entry: 8,
    pulledAtMs: Date.parse('2026-03-11T09:00:00Z'),
    stated: totals,
    mark: 'a mark',
    failedAtMs: Date.parse('2026-03-11T10:00:00Z'),
    held: { ...totals, rows: 0, sinceMs: 1_700_000_000_000 },
    problem: { kind: 'held', reason: 'no rows' },
  }
  await store.days.put(1, day)
  await store.days.put(1, {
    ...day,
    day: addDays(day.day, 1),
    state: 'done',
    held: null,
    problem: null,
  })
  await store.days.put(1, {
    ...day,
    day: addDays(day.day, 2),
    state: 'waiting',
    stated: null,
    mark: null,
    held: null,
    entry: null,
    pulledAtMs: null,
    problem: {
      kind: 'refusal',
      code: 'rates_missing',
      facts: {
        currency: 'USD',
        missing: [{ day: '2026-03-02', currency: 'EUR' }],
        missingCount: 1,
      },
    },
  })
  await store.putLogin(1, { sealed: new Uint8Array([0, 255, 7]), untilMs: 1 })
  await store.places.reserve('an account', 5, 7)
  await database.close()
}

async function importRecords(site: ImportSite): Promise<void> {
  const put = async (kind: 'games' | 'users' | 'activity', rows: readonly object[]) => {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const file = await site.file(`${kind}.ndjson`, text)
    await site.call(importCommunity, { kind }, { files: [file] })
  }
  await put('games', [
    { id: 'hop', name: 'Hop "🐸"', platforms: ['ios', 'amazon'], app_id: 'zap-ios' },
    { id: 'zoe', name: 'Zoë', platforms: [] },
  ])
  const numbers = Array.from({ length: 120 }, (_, index) => index)
  await put(
    'users',
    numbers.map((index) => ({ id: `u${index}`, username: `user${index}` })),
  )
  await put(
    'activity',
    numbers.map((index) => ({
      id: `a${index}`,
      type: 'checkin',
      platform: 'ios',
      text: `turn ${index}`,
      created_at: `2026-02-${String(1 + (index % 28)).padStart(2, '0')}T00:00:00Z`,
      user_id: `u${index % 50}`,
      game_id: index % 3 ? 'hop' : 'zoe',
    })),
  )
}

/** Hashes of the files of the stores. */
export async function hashesOf({ figures, relational, secret }: DataDirectory): Promise<string[]> {
  const files = await Promise.all([figures, relational, secret].map((path) => readFile(path)))
  return files.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
}

/** Runs work on an installation, which is opened and closed for it. */
export async function opened<Result>(
  directory: DataDirectory,
  work: (installation: Installation) => Promise<Result>,
  at = '2026-03-12T00:00:00Z',
): Promise<Result> {
  const installation = await openInstallation(directory, {
    use: 'command',
    now: () => new Date(at),
  })
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

const days = { start_date: '2026-02-01', end_date: '2026-03-09' }
/** Those as of the past first. */
const shapes: Query[] = [
  {},
  { app_id: 'zap-ios' },
  { group_by: 'network' },
  { app_id: 'brick', group_by: 'network' },
  { group_by: 'format' },
  { group_by: 'country' },
  { geo: 'de', app_id: 'zap-ios' },
]

/** The answers of every interface, with their entity tags. */
export async function answersOf(installation: Installation): Promise<Record<string, unknown>> {
  const server = serveReports(installation)
  const { ledger, call, accounts, failedImports } = installation
  const given: Record<string, unknown> = {}
  const ask = async (path: string, query: Query = {}) => {
    const { statusCode, body, headers } = await server.get(path, query)
    expect(statusCode).toBe(200)
    given[`${path} ${JSON.stringify(query)}`] = { body, etag: headers.etag }
  }
  const lines = await ledger.entries(null, 100)
  const instants = [...lines.map(({ committedAtMs }) => committedAtMs), 0]
  for (const account of [
    { developer: 'studio', key: studioKey },
    { developer: 'euros', key: euroKey },
  ]) {
    await ask('/api/v2/publisher/applications', account)
    for (const at of [null, ...instants]) {
      const when = at === null ? {} : { as_of: formatInstant(at) }
      for (const shape of at === null ? shapes : shapes.slice(0, 3)) {
        if (account.developer === 'euros' && shape.app_id) continue
        const query = { ...account, ...days, ...shape, ...when }
        await ask('/api/v2/publisher/applications/stats', query)
      }
      const csv = { key: account.key, ...days, ...when, format: 'csv' }
      await ask(`/api/publisher/${account.developer}`, csv)
    }
    await ask('/api/v2/publisher/changes', account)
    await ask('/api/v2/publisher/changes', { ...account, limit: '2' })
    await ask('/api/v2/publisher/freshness', { ...account, ...days })
    for (const kind of otherFactNames) {
      await ask('/api/v2/publisher/report/changed', { ...account, kind })
    }
  }
  for (const list of [
    'games',
    'users',
    'activity',
    'games/hop',
    'users/user3',
    'games/hop/activity',
  ]) {
    await ask(`/api/v1/${list}`)
  }
  const username = 'studio'
  given.money = await call(showMoney, { username })
  given.closed = await call(showClose, { username, month: '2026-02' })
  given.journal = await call(showJournal, { username })
  given.statements = [
    await call(listStatements, { username }),
    await call(listLines, { username }),
    await call(listMappings, { username }),
    await call(listStatementKeys, { username }),
    await call(listTerms, { username }),
  ]
  given.imports = await call(listImports, { limit: 100 })
  given.accounts = await call(listAccounts, {})
  given.finality = await call(listFinality, {})
  given.rates = await call(listRates, { account: 'euros', limit: 100 })
  given.connections = await call(listConnections, {})
  given.days = await call(showConnection, { username: 'studio', name: 'mintegral' })
  given.messages = [
    await call(listChannels, { username }),
    await call(listDestinations, { username }),
    await call(listMessages, { username }),
    await call(listAlertRules, { username }),
    await call(listAlerts, { username }),
    await installation.messageProgress.read(),
    await installation.alerts.lastLook(1),
    await installation.savedCitations.find('moved0000001'),
  ]
  given.gaps = await call(reconcileReports, { report: 'mediation', tolerance: '0' })
  for (const { id } of await accounts.list()) {
    given[`failed of ${id}`] = await failedImports.ofAccount(id, 10)
    given[`entries of ${id}`] = await ledger.entriesOf(allFiguresOf(id), null, 10)
    given[`networks of ${id}`] = [
      await ledger.networks(allFiguresOf(id)),
      await ledger.span(allFiguresOf(id)),
    ]
  }
  await server.close()
  return given
}

/** Counts the rows of every table of the target, to detect changes. */
export async function rowsOf({
  databaseUrl,
  clickhouse: options,
}: TargetServers): Promise<unknown> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const tables = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  )
  const found: unknown[] = []
  for (const { tablename } of tables.rows) {
    const { rows } = await client.query(`SELECT t::text AS row FROM ${tablename} AS t ORDER BY 1`)
    found.push(rows)
  }
  await client.end()
  const connection = new ClickhouseConnection(options)
  const originals = moneyKinds.map(({ tables }) => tables.originals)
  for (const table of ['figures', 'slices', 'changes', ...originals, 'adtally_schema']) {
    found.push(await connection.rows(`SELECT * FROM ${table} ORDER BY ALL`).catch(String))
  }
  await connection.close()
  return found
}

/** The command that moves an installation. */
export function toArguments(
  source: DataDirectory,
  { clickhouse, databaseUrl }: TargetServers,
): string[] {
  const { urls, database, cluster } = clickhouse
  return [
    ...['migrate-store', '--data-dir', source.root],
    ...urls.flatMap((url) => ['--to', `${url}/${database}`]),
    ...(cluster === null ? [] : ['--cluster', cluster]),
    ...['--to', databaseUrl],
  ]
}
