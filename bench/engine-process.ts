// The process behind `engine.ts`: node engine-process.ts DATA-DIRECTORY.
import '../src/tune-process.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { openInstallation } from '../src/compose/installation.ts'
import { startServer } from '../src/compose/start-server.ts'
import { readDataDirectory } from '../src/config/data-directory.ts'
import { readServeConfig } from '../src/config/serve.ts'
import { openLog } from '../src/http/log.ts'
import type { ReportPlan } from '../src/reporting/report-plan.ts'
import { ClickhouseConnection, type QueryParameters } from '../src/storage/clickhouse/connection.ts'
import { bindParameters } from '../src/storage/duckdb/bind-parameters.ts'
import { DuckdbDatabase } from '../src/storage/duckdb/database.ts'
import { duckdbDialect } from '../src/storage/duckdb/duckdb-dialect.ts'
import { compilePlan } from '../src/storage/sql/compile-plan.ts'
import { watchQueries } from '../test/fixtures/engine-queries.ts'
import { serveParent } from './child.ts'
import { type Cost, costOf } from './cost.ts'
import type { Questions } from './engine.ts'
import { signIn } from './server.ts'

/** Sends one query to the engine and fetches its rows. */
type RunQuery = () => Promise<void>

/** The queries since they were last taken. */
let queries: RunQuery[] = []

let database: DuckdbDatabase | undefined
const { open } = DuckdbDatabase
DuckdbDatabase.open = async (options) => {
  database = await open.call(DuckdbDatabase, options)
  return database
}

const { query: sendQuery } = ClickhouseConnection.prototype
ClickhouseConnection.prototype.query = function (
  text: string,
  parameters: QueryParameters = {},
  signal: AbortSignal | undefined = undefined,
) {
  queries.push(async () => {
    for await (const _ of await sendQuery.call(this, text, parameters));
  })
  return sendQuery.call(this, text, parameters, signal)
}

const { env } = process
const directory = readDataDirectory(process.argv[2], '', { env, cwd: process.cwd() })
const installation = await openInstallation(directory, { use: 'serve' })
const connection = await database?.borrow()
const figures = watchQueries(installation.figures, (_, plans) => {
  if (connection) queries.push(...plans.map((plan) => () => runPlan(connection, plan)))
})
const config = readServeConfig({ host: '127.0.0.1', port: '0' }, env)
const log = openLog(config.logLevel)
const { baseUrl, close } = await startServer({ ...installation, figures }, directory, config, log)
const headersFor = await signIn(baseUrl)

/** The current rows: nothing is imported meanwhile. */
async function runPlan(own: DuckDBConnection, { entry: _, ...plan }: ReportPlan): Promise<void> {
  const dialect = duckdbDialect(database!.labels, (epochMs) => database!.entryAt(epochMs))
  const { text, parameters } = compilePlan(plan, dialect)
  const statement = await own.prepare(text)
  try {
    bindParameters(statement, parameters)
    const result = await statement.stream()
    while ((await result.fetchChunk())?.rowCount) {}
  } finally {
    statement.destroySync()
  }
}

async function run(questions: Questions): Promise<Cost[]> {
  const learned: RunQuery[][] = []
  for (const paths of questions) {
    queries = []
    for (const path of paths) {
      const answer = await fetch(baseUrl + path, { headers: headersFor(path) })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    }
    learned.push(queries)
  }
  const costs: Cost[] = []
  for (const ofQuestion of learned) {
    const runAll = async () => {
      for (const query of ofQuestion) await query()
    }
    costs.push(await costOf(runAll))
  }
  return costs
}

process.on('disconnect', async () => {
  connection?.closeSync()
  await close()
  await installation.close()
  process.exit()
})
serveParent(run)
