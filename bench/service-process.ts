// The process that runs the service. `service.ts` starts it and sends it messages.
import '../src/tune-process.ts'
import { openInstallation } from '../src/compose/installation.ts'
import { startServer } from '../src/compose/start-server.ts'
import { readDataDirectory } from '../src/config/data-directory.ts'
import { readServeConfig } from '../src/config/serve.ts'
import { openLog } from '../src/http/log.ts'
import type { ReportPlan } from '../src/reporting/report-plan.ts'
import type { ReportStore } from '../src/reporting/report-store.ts'
import { ClickhouseConnection } from '../src/storage/clickhouse/connection.ts'
import { DuckdbDatabase } from '../src/storage/duckdb/database.ts'
import { BareEngine } from './bare-engine.ts'
import { ProcessWatch } from './process-watch.ts'
import type { Answers, Ask, Statement } from './service.ts'

const { env } = process
const directory = readDataDirectory(process.argv[2], '', { env, cwd: process.cwd() })

/** Connections that the service has borrowed and not returned. */
let busyConnections = 0
let engine: BareEngine | undefined
const open = DuckdbDatabase.open
DuckdbDatabase.open = async (options) => {
  const opened = await open.call(DuckdbDatabase, options)
  const { borrow, giveBack } = opened
  opened.borrow = () => {
    busyConnections++
    return borrow.call(opened)
  }
  opened.giveBack = (connection) => {
    busyConnections--
    giveBack.call(opened, connection)
  }
  engine = new BareEngine(opened.labels, borrow.bind(opened))
  return opened
}

let statements: Statement[] = []
const { query: runQuery } = ClickhouseConnection.prototype
ClickhouseConnection.prototype.query = function (query, parameters = {}, signal = undefined) {
  statements.push({ query, parameters: parameters as Statement['parameters'] })
  return runQuery.call(this, query, parameters, signal)
}

const installation = await openInstallation(directory, { use: 'serve' }).catch((error: Error) => {
  process.send!({ failure: error.message }, () => process.exit(1))
  return new Promise<never>(() => undefined)
})
const watch = new ProcessWatch()

/** The plan of the last answered request. */
let lastPlan: ReportPlan | undefined
const figures: ReportStore = {
  version: () => installation.figures.version(),
  answers: () => installation.figures.answers(),
  stateOf: (account) => installation.figures.stateOf(account),
  changedSince: (account, entry) => installation.figures.changedSince(account, entry),
  stateAsOf: (asOfMs) => installation.figures.stateAsOf(asOfMs),
  stateAfter: (entry) => installation.figures.stateAfter(entry),
  countRows: (plan, signal) => installation.figures.countRows(plan, signal),
  query: (plans, signal) => {
    lastPlan = plans.at(-1)
    return installation.figures.query(plans, signal)
  },
}
const config = readServeConfig({ host: '127.0.0.1', port: '0' }, env)
const server = await startServer(
  { ...installation, figures },
  directory,
  config,
  openLog(config.logLevel),
)

async function answer(ask: Ask): Promise<Answers[Ask['what']]> {
  switch (ask.what) {
    case 'engine':
      return engine!.run(ask.plans, ask.laneCount, ask.forMs)
    case 'plan':
      return lastPlan!
    case 'statements': {
      const since = statements
      statements = []
      return since
    }
    case 'processor': {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1_000
    }
    case 'memory': {
      const { bytes, maxBytes } = installation.answerMemory
      return { keptBytes: bytes, boundBytes: maxBytes, rssBytes: process.memoryUsage.rss() }
    }
    case 'watch':
      watch.start()
      return null
    case 'look':
      return { ...watch.look(), busyConnections }
    case 'stop':
      watch.stop()
      engine?.close()
      await server.close()
      await installation.close()
      return null
  }
}

// The bench ended.
process.on('disconnect', () => process.exit())
process.on('message', async (ask: Ask) => {
  const reply = await answer(ask).then(
    (value) => ({ value }),
    (error: Error) => ({ failure: error.stack }),
  )
  process.send!(reply)
  if (ask.what === 'stop') process.disconnect()
})
process.send!({ value: server.baseUrl })
