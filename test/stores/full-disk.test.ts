import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { usualLimits } from '../../src/config/storage-limits.ts'
import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { DuckdbReportStore } from '../../src/storage/duckdb/duckdb-report-store.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { adtally, expectOneClearLine, until } from '../cli/run-adtally.ts'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { appsCsv, newStudio, statsCsv } from '../cli/studio.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { mountSmallDisk, whyNoDisks } from './small-disk.ts'

/** The services besides figures that a server needs to tell whether it is ready. */
const services = { apps: { version: async () => '1' }, answerMemory: new MemoryBudget(0) }

test('an import that could fill the disk is refused before it begins', async () => {
  const { options } = await newStudio()
  const env = { ...options.env, ADTALLY_FREE_SPACE: '900000GB' }
  const line = expectOneClearLine(
    await adtally(['import', 'stats', 'stats.csv'], { ...options, env }),
  )
  expect(line).toMatch(/The disk has [\d,]+ MB free, and this import needs 900,000,001 MB/)
  expect(line).toContain('Free some space')
})

test.each(['much', '63MB'])('an invalid size is refused, naming the setting: %s', async (size) => {
  const { options } = await newStudio()
  const env = { ...options.env, ADTALLY_MEMORY_LIMIT: size }
  expect(expectOneClearLine(await adtally(['accounts', 'list'], { ...options, env }))).toContain(
    `ADTALLY_MEMORY_LIMIT: "${size}" is not a size of at least 64MB, such as 512MB`,
  )
})

describe.skipIf(whyNoDisks !== null)(`on a small disk (${whyNoDisks ?? 'mounted'})`, () => {
  test('a full disk refuses imports, and reads continue', async () => {
    const disk = await mountSmallDisk(64)
    const limits = { ...usualLimits, freeSpaceBytes: 8_000_000 }
    const directory = dataDirectory(join(disk.path, 'data'), noServers, null, limits)
    const installation = await openInstallation(directory, { use: 'serve', warn: () => undefined })
    onTestFinished(() => installation.close())
    const server = serveReports({ ...installation, root: '' } as never)
    onTestFinished(() => server.close())
    const { call } = installation
    const fileOf = async (name: string, text: string) => {
      await writeFile(join(disk.path, name), text)
      return { files: [{ name, path: join(disk.path, name) }] }
    }
    const { key } = await call(createAccount, { username: 'studio' })
    await call(importApps, {}, await fileOf('apps.csv', appsCsv))
    const figures = await fileOf('stats.csv', statsCsv)
    await call(importFigures, {}, figures)
    const question = `/api/v2/publisher/applications/stats?developer=studio&key=${key}&start_date=2026-03-01&end_date=2026-03-02`
    const before = (await server.get(question)).body

    disk.fill(4_000_000)
    await expect(call(importFigures, {}, figures)).rejects.toMatchObject({ code: 'disk_full' })
    disk.fill(0)
    await expect(call(importFigures, {}, figures)).rejects.toMatchObject({ code: 'disk_full' })
    expect((await server.get(question)).body).toBe(before)
    expect((await server.get('/readyz')).statusCode).toBe(200)

    disk.empty()
    await call(importFigures, {}, figures)
    expect(await call(listImports, { limit: 10 })).toHaveLength(2)
  })

  test('figures that the engine gave up are opened again, and readers are asked to retry', async () => {
    const disk = await mountSmallDisk(40)
    const reopened = Promise.withResolvers<void>()
    const database = await DuckdbDatabase.open({
      path: join(disk.path, 'figures.duckdb'),
      threads: 1,
      onReopened: async () => reopened.resolve(),
      onLost: reopened.reject,
    })
    onTestFinished(() => database.close())
    const store = new DuckdbReportStore(database)
    await database.withConnection(async (connection) => {
      await connection.run("INSERT INTO labels SELECT 'network', 0, 'kept'")
      await connection.run('CREATE TABLE large AS SELECT random() AS a FROM range(300000)')
      await connection.run('CHECKPOINT')
      await connection.run('UPDATE large SET a = random()')
    })
    disk.fill(0)
    const checkpoint = database.withConnection((connection) => connection.run('CHECKPOINT'))
    await expect(checkpoint).rejects.toThrow(StoreUnavailableError)
    await expect(store.states.probe()).rejects.toThrow(StoreUnavailableError)
    await reopened.promise
    await store.states.probe()
    // Names are also read again.
    expect(database.labels.all.filter(({ kind }) => kind === 'network')).toMatchObject([
      { name: 'kept' },
    ])
  })

  test('a server that reopens its figures is first not ready, then ready', async () => {
    const disk = await mountSmallDisk(40)
    const path = join(disk.path, 'figures.duckdb')
    const database = await DuckdbDatabase.open({ path, threads: 1 })
    onTestFinished(() => database.close())
    const figures = new DuckdbReportStore(database)
    const server = serveReports({ ...services, figures } as never)
    onTestFinished(() => server.close())
    // A borrowed connection prevents the file from being opened again.
    const held = await database.borrow()
    database.failureOf(new Error('FATAL Error: database has been invalidated'))
    expect((await server.get('/readyz')).statusCode).toBe(503)
    database.giveBack(held)
    await until(async () => ((await server.get('/readyz')).statusCode === 200 ? true : null))
  })
})

test('a server that cannot reopen its figures ends with exit code 1 and a line with the reason', async () => {
  const { options, directory } = await newStudio()
  const preload = join(import.meta.dirname, 'give-up-figures.ts')
  const env = { ...options.env, NODE_OPTIONS: `--import ${preload}` }
  const server = await serveProcess([], { ...options, env })
  await rename(join(directory, 'figures.duckdb'), join(directory, 'moved'))
  await mkdir(join(directory, 'figures.duckdb'))
  server.child.kill('SIGUSR2')
  await until(async () => {
    const answer = await fetch(`${server.baseUrl}/readyz`).catch(() => null)
    return answer?.status === 200 ? null : true
  })
  expect(await server.exited).toBe(1)
  expect(server.stderr()).toMatch(
    /^adtally: .*figures\.duckdb failed and cannot be opened again: /m,
  )
})

test('simultaneous readiness checks ask the stores once', async () => {
  let asked = 0
  const probe = async () => {
    asked++
    await new Promise((resolve) => setImmediate(resolve))
  }
  const figures = { states: { version: async () => '1', probe } }
  const server = serveReports({ ...services, figures } as never)
  onTestFinished(() => server.close())
  const responses = await Promise.all(Array.from({ length: 50 }, () => server.get('/readyz')))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(asked).toBe(1)
})

test('figures that cannot be reopened are lost to the process, in one line', async () => {
  const lost = Promise.withResolvers<Error>()
  const database = await DuckdbDatabase.open({ path: ':memory:', threads: 1, onLost: lost.resolve })
  database.failureOf(new Error('FATAL Error: database has been invalidated'))
  expect((await lost.promise).message).toContain('failed and cannot be opened again')
  await expect(database.borrow()).rejects.toThrow(StoreUnavailableError)
})
