import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openInstallation } from '../../src/compose/installation.ts'
import { openLog } from '../../src/http/log.ts'
import { nodeSqliteDialect } from '../../src/records/node-sqlite.ts'
import { SqliteReader } from '../../src/records/sqlite-reader.ts'
import type { Tables } from '../../src/records/tables/tables.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { openSite, studioKey } from '../import/import-site.ts'

const credentials = `developer=studio&key=${studioKey}`
const stats = `/api/v2/publisher/applications/stats?${credentials}&start_date=2026-03-01&end_date=2026-03-28`
const duckdbHeaderBytes = 12_288
const duckdbBlockBytes = 262_144

interface Answered {
  readonly status: number
  readonly body: string
  readonly retryAfter: unknown
}

/** Opens the stores of a site, asks, and closes them. @returns null when they are refused */
async function ask(root: Parameters<typeof openInstallation>[0], urls: readonly string[]) {
  const lines: { level: number; err?: { type: string; message: string; stack?: string } }[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const installation = await openInstallation(root, { use: 'serve', warn: () => undefined }).catch(
    () => null,
  )
  if (!installation) return null
  const server = serveReports(installation, { log })
  const answers: Answered[] = []
  for (const url of urls) {
    const { statusCode: status, body, headers } = await server.get(url)
    answers.push({ status, body, retryAfter: headers['retry-after'] })
  }
  await server.close()
  await installation.close()
  return { answers, errors: lines.flatMap(({ err }) => err ?? []) }
}

function flipBit(path: string, offset: number): () => void {
  const handle = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, offset)
  const write = (value: number) => writeSync(handle, Buffer.of(value), 0, 1, offset)
  write(byte[0]! ^ 4)
  return () => {
    write(byte[0]!)
    closeSync(handle)
  }
}

/** Expects complete answers, or 503 with a log line that says what to do. */
function expectClear(found: NonNullable<Awaited<ReturnType<typeof ask>>>, whole: Answered[]) {
  const damaged = found.answers.filter(({ status }) => status !== 200)
  for (const [index, answer] of found.answers.entries()) {
    if (answer.status === 200) expect(answer.body).toBe(whole[index]!.body)
  }
  for (const { status, body, retryAfter } of damaged) {
    expect([status, JSON.parse(body).code, retryAfter]).toEqual([503, 'store_unavailable', '300'])
  }
  expect(found.errors).toHaveLength(damaged.length)
  for (const { type, message, stack } of found.errors) {
    expect([type, stack]).toEqual(['UnusableStoreError', undefined])
    expect(message).toMatch(/^A part of \S+ is damaged, .* restore it from a backup/)
  }
  return damaged.length
}

test('a damaged block of the figures that a question finds gives 503 and a clear line, never wrong figures', async () => {
  const site = await openSite()
  const numbers = Array.from({ length: 20 }, (_, nth) => nth)
  const lines = numbers.flatMap((network) =>
    numbers.flatMap((format) =>
      numbers.map((day) => {
        const date = `2026-03-${String(day + 1).padStart(2, '0')}`
        const impressions = (day * 7_919 * network * 31 + format * 97) % 1_000_003
        return `${date},zap-ios,net${network},f${format},US,${impressions},0.${format}`
      }),
    ),
  )
  await site.importLines(lines)
  await site.close()
  const urls = ['', '&app_id=zap-ios&group_by=format', '&group_by=network'].map(
    (part) => stats + part,
  )
  const whole = await ask(site.directory, urls)
  expect(whole?.answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const handle = openSync(site.directory.figures, 'r')
  onTestFinished(() => closeSync(handle))
  const blocks = Math.floor((fstatSync(handle).size - duckdbHeaderBytes) / duckdbBlockBytes)
  let damagedAnswers = 0
  for (let block = 0; block < blocks; block++) {
    const at = duckdbHeaderBytes + block * duckdbBlockBytes + 5_000
    const repair = flipBit(site.directory.figures, at)
    const found = await ask(site.directory, urls)
    if (found) damagedAnswers += expectClear(found, whole!.answers)
    repair()
  }
  expect(damagedAnswers).toBeGreaterThan(0)
  expect((await ask(site.directory, urls))?.answers).toEqual(whole?.answers)
})

test('a damaged page of SQLite that a query finds is an UnusableStoreError, on both kinds of connections', async () => {
  const site = await openSite()
  await site.close()
  const { relational: path } = site.directory
  const sqlite = new DatabaseSync(path)
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const page = sqlite.prepare("SELECT rootpage AS root FROM sqlite_master WHERE name = 'accounts'")
  const { root } = page.get() as { root: number }
  sqlite.close()
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(4_096), 0, 4_096, (root - 1) * 4_096)
  closeSync(handle)
  const reader = new SqliteReader(path)
  onTestFinished(() => reader.close())
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(path) })
  onTestFinished(() => database.destroy())
  for (const read of [
    () => reader.read('SELECT * FROM accounts', []),
    () => database.selectFrom('accounts').selectAll().execute(),
  ]) {
    const error = await read().then(
      () => null,
      (thrown: Error) => thrown,
    )
    expect(error).toBeInstanceOf(UnusableStoreError)
    expect(error?.message).toContain(`A part of ${path} is damaged`)
  }
})
