import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { createKey } from '../../src/use-cases/create-key.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { setTerms } from '../../src/use-cases/money/set-terms.ts'
import { showClose } from '../../src/use-cases/money/show-close.ts'
import { showMoney } from '../../src/use-cases/money/show-money.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { dayMs, dayOf } from '../../src/values/day.ts'
import { serveReports, type TestServer } from '../fixtures/report-server.ts'

let root: string
let installation: Installation
let server: TestServer
let key: string
const closedAt = '2026-04-01T12:00:00Z'
let nowMs = Date.parse(closedAt)
const used: number[] = []
/** The closed month, and what reports say of it, as they were answered first. */
let closed: readonly string[]

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'adtally-closed-'))
  const now = () => new Date(nowMs)
  installation = await openInstallation(dataDirectory(root), { use: 'serve', now })
  server = serveReports(installation, { today: () => dayOf(nowMs) })
  const { call } = installation
  await call(createAccount, { username: 'studio', currency: 'EUR' })
  const allow = ['read', 'finance'] as const
  ;({ key } = await call(createKey, { username: 'studio', name: 'books', allow: [...allow] }))
  const apps = ['hop', 'skip', 'jump'].map((app) => `${app},studio,${app},ios`)
  await call(importApps, {}, await fileOf(['app_id,publisher,app_name,platform', ...apps]))
  // The terms follow the app when it is merged.
  const terms = { username: 'studio', network: 'unityads', from: '2026-02', apps: ['skip'] }
  await call(setTerms, terms)
  used.push(await importRows('2026-02-01,hop,admob', 100.000001))
  used.push(await importRows('2026-02-01,skip,admob', 7.5))
  used.push(await importRows('2026-02-28,skip,unityads', 20))
  used.push(await importRows('2026-02-14,jump,unityads', 0))
  await call(closeMonth, { username: 'studio', month: '2026-02', allowMissing: true })
  closed = await answers()
})
afterAll(async () => {
  await server?.close()
  await installation?.close()
  await rm(root, { recursive: true, force: true })
})

async function fileOf(lines: readonly string[]) {
  const path = join(root, 'file.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  return { files: [{ name: 'file.csv', path }] }
}

async function importRows(slice: string, revenue: number): Promise<number> {
  const [date, app, network] = slice.split(',')
  const row = [date, app, network, 'video', 'US', 10, revenue].join(',')
  const header = 'date,app_id,network,format,country,impressions,revenue'
  const { import: id } = await installation.call(importFigures, {}, await fileOf([header, row]))
  return id!
}

async function answers(): Promise<string[]> {
  const question = {
    dimensions: 'month,network,app_id',
    metrics: 'revenue_closed',
    start_date: '2026-02-01',
    end_date: '2026-02-28',
  }
  const close = await get('/api/v2/publisher/money/months/2026-02')
  const report = await get('/api/v2/publisher/report', question)
  expect([close.statusCode, report.statusCode]).toEqual([200, 200])
  return [close.body, report.body]
}

const get = (path: string, query = {}) =>
  server.get(path, query, { authorization: `Bearer ${key}` })

const february = { account: 'studio', startDate: '2026-02-01', endDate: '2026-02-28' }
const march = { username: 'studio', month: '2026-03', allowMissing: true }

test('a closed month has every network, app, day and currency', () => {
  const [close, report] = closed.map((body) => JSON.parse(body))
  expect(close.data).toEqual({
    month: '2026-02',
    entry: used.at(-1),
    currency: 'EUR',
    rows: [
      { network: 'admob', app_id: 'hop', date: '2026-02-01', revenue: '100.000001' },
      { network: 'admob', app_id: 'skip', date: '2026-02-01', revenue: '7.5' },
      { network: 'unityads', app_id: 'skip', date: '2026-02-28', revenue: '20' },
      { network: 'unityads', app_id: 'jump', date: '2026-02-14', revenue: '0' },
    ],
  })
  expect(report.totals).toEqual({ revenue_closed: 127.500001 })
})

// Each change is made after those above it. The last column is how much of the month was restated then.
test.each<[string, (call: Installation['call']) => Promise<unknown>, number]>([
  ['an undo of an import that it used', (call) => call(undoImport, { id: used[0]! }), -100.000001],
  ['a restatement', () => importRows('2026-02-28,skip,unityads', 19), -101.000001],
  ['a day of a new network', () => importRows('2026-02-02,skip,vungle', 3), -98.000001],
  ['a merge of apps', (call) => call(mergeApps, { appId: 'skip', into: 'hop' }), -98.000001],
  ['the deletion of an app', (call) => call(deleteApp, { appId: 'jump' }), -98.000001],
  ['the close of the next month', (call) => call(closeMonth, march), -98.000001],
  ['a deletion of figures', (call) => call(deleteFigures, february), -127.500001],
  ['the deletion of the last app', (call) => call(deleteApp, { appId: 'hop' }), -127.500001],
  ['a compaction of history', compact, -127.500001],
])('it stays the same, byte for byte, after %s', async (_, change, restated) => {
  nowMs += dayMs
  await change(installation.call)
  expect(await answers()).toEqual(closed)
  const { months } = await installation.call(showMoney, { username: 'studio' })
  const amounts = months.filter(({ month }) => month === '2026-02').map((one) => one.restated)
  expect(amounts.reduce((sum, amount) => sum + Number(amount), 0)).toBeCloseTo(restated, 6)
})

test('the deletion of the account deletes it: an account of the same name has none', async () => {
  const { call } = installation
  await call(deleteAccount, { username: 'studio' })
  await call(createAccount, { username: 'studio' })
  const shown = call(showClose, { username: 'studio', month: '2026-02' })
  await expect(shown).rejects.toMatchObject({ code: 'month_not_closed' })
  expect(await installation.settlementTotals()).toMatchObject({ lastCloseMs: null })
})

/** Drops the history that the close was made from. */
async function compact(call: Installation['call']): Promise<void> {
  await call(compactHistory, { keep: 0 })
  const asOf = { metrics: 'revenue', days: 'previous_month', as_of: closedAt }
  const { statusCode, body } = await get('/api/v2/publisher/report', asOf)
  expect(statusCode, body).toBe(410)
}
