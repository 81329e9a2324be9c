import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { createKey } from '../../src/use-cases/create-key.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'
import { jsonOf, reportPath, rowsOf, withKey } from '../fixtures/report-endpoint.ts'
import { serveReports, type TestServer } from '../fixtures/report-server.ts'

const hour = 3_600
const key = 'studio-key-of-at-least-22-characters'
const days = ['2026-03-01', '2026-03-02', '2026-03-03']

let site: ClockedInstallation
let server: TestServer
let fileCount = 0
beforeEach(async () => {
  site = await openClocked()
  server = serveReports(site)
  await site.call(createAccount, { username: 'studio', key })
  await site.call(createAccount, { username: 'others' })
  const apps = ['hop,studio,Hop,ios', 'zap,studio,Zap,ios', 'mop,others,Mop,ios']
  const files = [await fileOf(['app_id,publisher,app_name,platform', ...apps])]
  await site.call(importApps, {}, { files })
})
afterEach(async () => {
  await server.close()
  await site.remove()
})

async function fileOf(lines: readonly string[]) {
  const path = join(site.root, `${fileCount++}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return { name: 'rows.csv', path }
}

/** Imports all days of an app. Two hours pass. */
async function importDays(app: string, impressions: number): Promise<void> {
  const rows = days.map((day) => `${day},${app},ownnet,video,US,${impressions},1`)
  const lines = ['date,app_id,network,format,country,impressions,revenue', ...rows]
  await site.call(importFigures, {}, { files: [await fileOf(lines)] })
  site.pass(2 * hour)
}

/** A page of one day. @param of its key */
const page = (cursor: string | null, of = key) =>
  server.get(
    reportPath,
    {
      start_date: days[0]!,
      end_date: days.at(-1)!,
      limit: '1',
      dimensions: 'date',
      metrics: 'impressions',
      ...(cursor && { cursor }),
    },
    withKey(of),
  )

/** The rows of a page and of all pages after it. */
async function rowsFrom(cursor: string | null, of = key): Promise<unknown[][]> {
  const answer = await page(cursor, of)
  expect(answer.statusCode, answer.body).toBe(200)
  const { next_cursor: next } = jsonOf(answer)
  return [...rowsOf(answer), ...(next ? await rowsFrom(next, of) : [])]
}

test('pages go on after a compaction, also of figures that were imported again without a change', async () => {
  await importDays('hop', 5)
  const cursor = jsonOf(await page(null)).next_cursor
  await importDays('hop', 5)
  await importDays('mop', 9)
  await site.call(compactHistory, { keep: 0 })
  expect(await rowsFrom(null)).toEqual(days.map((day) => [day, 5]))
  expect(await rowsFrom(cursor)).toEqual(days.slice(1).map((day) => [day, 5]))
})

test('pages of a key go on after a compaction, whatever changed of apps that it does not see', async () => {
  const limited = { username: 'studio', name: 'hop', appId: ['hop'] }
  const { key: ofHop } = await site.call(createKey, limited)
  await importDays('hop', 5)
  const cursor = jsonOf(await page(null, ofHop)).next_cursor
  const ofAll = jsonOf(await page(null)).next_cursor
  await importDays('zap', 7)
  await site.call(compactHistory, { keep: 0 })
  expect(await rowsFrom(null, ofHop)).toEqual(days.map((day) => [day, 5]))
  expect(await rowsFrom(cursor, ofHop)).toEqual(days.slice(1).map((day) => [day, 5]))
  expect((await page(ofAll)).statusCode).toBe(410)
})
