import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { beginServer } from '../../src/compose/begin-server.ts'
import { openInstallation } from '../../src/compose/installation.ts'
import { newMetrics } from '../../src/compose/open-metrics.ts'
import { startServer } from '../../src/compose/start-server.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { figuresPart } from '../../src/metrics/figures-part.ts'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { listDestinations } from '../../src/use-cases/destinations/list-destinations.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { addStatement } from '../../src/use-cases/money/import-statements.ts'
import { undoStatement } from '../../src/use-cases/money/undo-statement.ts'
import { type Day, parseDay } from '../../src/values/day.ts'
import { formatMonth, monthsBefore } from '../../src/values/months.ts'
import { quietConfig } from '../fixtures/quiet-config.ts'
import { type MeasuredServer, openMeasuredServer, Scraped } from './measured-server.ts'

let measured: MeasuredServer
let root: string
let scraped: Scraped

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'adtally-metrics-'))
  measured = await openMeasuredServer(root)
  await work(measured)
  scraped = await measured.scrape()
})
afterAll(async () => {
  await measured?.close()
  await rm(root, { recursive: true, force: true })
})

/** Something of every kind that is measured. */
async function work({ pulled, get, importRows, key, yesterday }: MeasuredServer): Promise<void> {
  const { installation } = pulled
  await installation.call(importApps, {}, { files: [await appsFile()] })
  // The server pulls too, so this may have nothing to do.
  await pulled.pullDue()
  const isPulled = async () => expect((await pulled.show('mintegral')).days.done).toBe(1)
  await vi.waitFor(isPulled, 60_000)
  const rows = `${yesterday},hop-ios,ownnet,video,US,100,1.5`
  await importRows(rows)
  await importRows(rows)
  await expect(importRows(`${yesterday},nobody-has-it,ownnet,video,US,1,1`)).rejects.toThrow()
  const importLines = async (...lines: string[]) => {
    const text = ['network,period,kind,amount,currency,date,reference', ...lines, ''].join('\n')
    const request = { account: 'studio', file: { name: 'payments.csv', text } }
    await installation.call(addStatement, { ...request, dryRun: true })
    return (await installation.call(addStatement, request)).statements[0]!.statement!
  }
  const waiting = `,,payment,7,USD,${yesterday},T1`
  const id = await importLines(waiting)
  await installation.call(undoStatement, { username: 'studio', id })
  const lines = [waiting, `mintegral,2026-01,earnings,7,USD,${yesterday},INV`]
  await importLines(...lines)
  await importLines(...lines)
  const unnamed = { account: 'studio', file: { name: 'a', text: 'a' }, mapping: 'of-nobody' }
  await expect(installation.call(addStatement, unnamed)).rejects.toThrow()
  // The server has no folder for files, so it notes a failure.
  const copy = { username: 'studio', name: 'copy', kind: 'duckdb', address: 'copy.duckdb' } as const
  await installation.call(addDestination, copy)
  const hasFailed = async () => {
    const [one] = await installation.call(listDestinations, { username: 'studio' })
    expect(one!.last_error).toContain('ADTALLY_WAREHOUSES_FOLDER')
  }
  await vi.waitFor(hasFailed, 60_000)
  const month = formatMonth(monthsBefore(parseDay(yesterday)!, 1))
  await installation.call(closeMonth, { username: 'studio', month, allowMissing: true })
  const days = `start_date=${yesterday}&end_date=${yesterday}`
  for (const path of [
    `/api/v2/publisher/report?key=${key}&${days}&dimensions=network&metrics=revenue`,
    `/api/v2/publisher/applications?developer=studio&key=${key}`,
    '/api/v2/publisher/report?key=of-nobody',
    `/nothing/is/here?key=${key}`,
    '/readyz',
  ]) {
    await (await get(path)).arrayBuffer()
  }
}

async function appsFile() {
  const path = join(root, 'apps.csv')
  await writeFile(path, 'app_id,publisher,app_name,platform\nhop-ios,studio,Hop,ios\n')
  return { name: 'apps.csv', path }
}

describe('a scrape', () => {
  test('counts requests by the pattern of the route', () => {
    const requests = (labels: string) => scraped.value('adtally_http_requests_total', labels)
    const report = 'method="GET",route="/api/v2/publisher/report"'
    expect(requests(`${report},status="200"`)).toBe(1)
    expect(requests(`${report},status="401"`)).toBe(1)
    expect(requests('method="GET",route="none",status="404"')).toBe(1)
    expect(scraped.value('adtally_http_request_duration_seconds_count', report)).toBe(2)
  })

  test('has no key, account or app in it', () => {
    for (const secret of [measured.key, 'of-nobody', 'studio', 'hop-ios', root]) {
      expect(scraped.text).not.toContain(secret)
    }
  })

  test('counts imports by source and outcome, those of pulls too', () => {
    const imports = (labels: string) => scraped.value('adtally_imports_total', labels)
    expect(imports('source="adtally",outcome="imported"')).toBe(1)
    expect(imports('source="adtally",outcome="unchanged"')).toBe(1)
    expect(imports('source="unknown",outcome="refused"')).toBe(1)
    expect(imports('source="mintegral",outcome="imported"')).toBe(1)
    expect(scraped.value('adtally_import_rows_total', 'source="adtally"')).toBe(2)
    expect(scraped.value('adtally_imports_running')).toBe(0)
  })

  test('counts pulls, and tells when the next one is tried', () => {
    const ofConnector = 'connector="mintegral"'
    expect(scraped.value('adtally_pulls_total', `${ofConnector},outcome="done"`)).toBe(1)
    expect(scraped.value('adtally_connections', `${ofConnector},state="active"`)).toBe(1)
    expect(scraped.value('adtally_connection_days', `${ofConnector},state="done"`)).toBe(1)
    const next = scraped.value('adtally_connection_next_try_timestamp_seconds', ofConnector)!
    expect(next).toBeGreaterThan(measured.pulled.nowMs() / 1_000)
  })

  test('tells the age of the newest day by network', () => {
    const age = 'adtally_network_newest_day_age_days'
    expect(scraped.value(age, 'network="ownnet"')).toBe(1)
    expect(scraped.value(age, 'network="mintegral"')).toBe(1)
    expect(scraped.value('adtally_network_accounts_behind', 'network="ownnet"')).toBe(0)
    expect(scraped.value('adtally_last_ledger_entry_timestamp_seconds')).toBeGreaterThan(0)
  })

  test('counts imports of statements, and tells what waits and was closed', () => {
    const imports = (labels: string) => scraped.value('adtally_statement_imports_total', labels)
    expect(imports('source="statements",outcome="imported"')).toBe(2)
    expect(imports('source="statements",outcome="unchanged"')).toBe(1)
    expect(imports('source="mapping",outcome="refused"')).toBe(1)
    expect(scraped.value('adtally_waiting_lines')).toBe(1)
    expect(scraped.value('adtally_deliveries', 'state="waiting"')).toBe(0)
    expect(scraped.value('adtally_open_alerts')).toBe(0)
    const closed = scraped.value('adtally_last_month_close_timestamp_seconds')
    expect(closed).toBe(measured.pulled.nowMs() / 1_000)
  })

  test('tells how far the copies in warehouses are, by kind', () => {
    const kind = 'kind="duckdb"'
    expect(scraped.value('adtally_destinations', `${kind},state="failing"`)).toBe(1)
    expect(scraped.value('adtally_destination_lag_entries', kind)).toBeGreaterThan(0)
    expect(scraped.value('adtally_destination_lag_seconds', kind)).toBeGreaterThanOrEqual(0)
  })

  test('tells what answered, what the engine did, and what is kept', () => {
    expect(scraped.value('adtally_answers_total', 'from="engine"')).toBeGreaterThan(0)
    expect(scraped.value('adtally_engine_rows_total')).toBeGreaterThan(0)
    expect(scraped.value('adtally_engine_seconds_total')).toBeGreaterThan(0)
    expect(scraped.value('adtally_engine_question_duration_seconds_count')).toBeGreaterThan(0)
    expect(scraped.value('adtally_answer_memory_bytes', 'part="limit"')).toBeGreaterThan(0)
    expect(scraped.value('adtally_queue_running', 'queue="answers"')).toBe(0)
    expect(scraped.value('adtally_stored_bytes', 'kind="records"')).toBeGreaterThan(0)
    expect(scraped.value('adtally_stored_bytes', 'kind="restore_copies"')).toBe(0)
    expect(scraped.value('adtally_metrics_unavailable', 'part="figures"')).toBe(0)
    expect(scraped.value('adtally_ready')).toBe(1)
  })
})

describe('every metric of', () => {
  const project = join(import.meta.dirname, '../..')
  const read = (path: string) => readFile(join(project, path), 'utf8')
  /** Names in a text that could be metrics, without those that only look like them. */
  const namesIn = (text: string) =>
    new Set([...text.matchAll(/\b(?:adtally|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name))

  test.each(['deploy/monitoring/adtally-rules.yml', 'deploy/monitoring/grafana-dashboard.json'])(
    '%s has series',
    async (path) => {
      const names = namesIn(await read(path))
      expect(names.size).toBeGreaterThan(10)
      expect([...names].filter((name) => !scraped.seriesNames.has(name))).toEqual([])
    },
  )

  test('docs/monitoring.md exists, and the other way round, but for those of every Node process', async () => {
    const page = await read('docs/monitoring.md')
    const own = [...scraped.names].filter((name) => name.startsWith('adtally_'))
    expect([...namesIn(page)].sort()).toEqual(own.sort())
  })

  test('docs/monitoring.md has the labels that it says', async () => {
    const rows = (await read('docs/monitoring.md'))
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    for (const row of rows) {
      const [, metrics = '', labels = ''] = row.split('|')
      const described = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label!).sort()
      for (const name of namesIn(metrics)) {
        const series = scraped.text
          .split('\n')
          .find((line) => new RegExp(`^${name}(_bucket)?\\{`).test(line))
        const labelled = [...(series ?? '').matchAll(/(\w+)="/g)]
          .map(([, label]) => label!)
          .filter((label) => label !== 'le')
          .sort()
        expect([name, labelled]).toEqual([name, described])
      }
    }
  })

  test('the alerts of the page are those of the rules', async () => {
    const rules = await read('deploy/monitoring/adtally-rules.yml')
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
    const page = await read('docs/monitoring.md')
    const named = [...page.matchAll(/`(Adtally\w+)`/g)].map(([, name]) => name!)
    expect([...new Set(named)].sort()).toEqual(alerts.sort())
  })
})

test('what is unknown is not zero: a server without figures has no age of them', async () => {
  const root = await mkdtemp(join(tmpdir(), 'adtally-metrics-'))
  const config = { ...quietConfig, metricsPort: 0 }
  const begun = await beginServer(config)
  const { metrics } = begun
  const installation = await openInstallation(dataDirectory(root), { use: 'serve', metrics })
  const directory = dataDirectory(root)
  const server = await startServer(installation, directory, config, undefined, begun)
  onTestFinished(async () => {
    await server.close()
    await installation.close()
    await rm(root, { recursive: true, force: true })
  })
  const empty = new Scraped(await (await fetch(server.metricsUrl!)).text())
  for (const name of [
    'adtally_network_newest_day_age_days',
    'adtally_last_ledger_entry_timestamp_seconds',
    'adtally_last_month_close_timestamp_seconds',
    'adtally_connections',
    'adtally_pulls_total',
  ]) {
    expect([...empty.names]).toContain(name)
    expect([...empty.seriesNames]).not.toContain(name)
  }
  expect(empty.value('adtally_metrics_unavailable', 'part="figures"')).toBe(0)
})

test('a store that does not answer leaves its series out, and says so', async () => {
  const metrics = newMetrics()
  let isAway = false
  const newestDays = async () => {
    if (isAway) throw new Error('away')
    return [{ accountId: 1, network: 'admob', day: 100 as Day }]
  }
  const asOf = async () => ({ version: '', generation: 0, entry: 1, committedAtMs: 1_000 })
  const sources = { ledger: { newestDays }, figures: { states: { asOf } }, today: () => 102 as Day }
  metrics.addPart(figuresPart(metrics.registry, sources))
  const age = async () => {
    const found = new Scraped(await metrics.scrape())
    const unavailable = found.value('adtally_metrics_unavailable', 'part="figures"')
    return [found.value('adtally_network_newest_day_age_days', 'network="admob"'), unavailable]
  }
  expect(await age()).toEqual([2, 0])
  isAway = true
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await age()).toEqual([undefined, 1])
})

test('the operator listener answers with the metrics too, for its token alone', async () => {
  const { url, token } = JSON.parse(await readFile(join(root, 'server.json'), 'utf8'))
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.text()).toContain('adtally_build_info')
})
