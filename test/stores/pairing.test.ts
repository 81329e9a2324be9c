import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { compareStores } from '../../src/compose/pair-stores.ts'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  serve,
} from '../cli/run-adtally.ts'
import { newStudio, type Studio, studioKey } from '../cli/studio.ts'

const files = ['adtally.sqlite', 'figures.duckdb', 'secret.key']

const importStats = ({ options }: Studio) => adtallyWorks(['import', 'stats', 'stats.csv'], options)

/** Copies the directory, like a backup while Adtally is stopped. */
async function backUp({ folder, directory }: Studio, name = 'backup'): Promise<string> {
  const backup = join(folder, name)
  await cp(directory, backup, { recursive: true })
  return backup
}

/** Restores one store, with its log; without a backup it is only removed. */
async function putBack({ directory }: Studio, name: string, backup?: string): Promise<void> {
  for (const file of await readdir(directory)) {
    if (file.startsWith(name)) await rm(join(directory, file))
  }
  if (!backup) return
  for (const file of await readdir(backup)) {
    if (file.startsWith(name)) await cp(join(backup, file), join(directory, file))
  }
}

/** @returns the line with which every way to open the stores is refused */
async function refusal({ options, directory }: Studio): Promise<string> {
  const before = await readdir(directory)
  const line = expectOneClearLine(await adtally(['accounts', 'create', 'other'], options))
  expect(expectOneClearLine(await adtally(['serve', '--port', '0'], options))).toBe(line)
  const news = (await readdir(directory)).filter((name) => !before.includes(name))
  expect(news.filter((name) => files.some((file) => name.startsWith(file)))).toEqual([])
  return line
}

test.each(files)('a missing %s is named, and not created', async (name) => {
  const studio = await newStudio()
  await importStats(studio)
  await putBack(studio, name)
  const line = await refusal(studio)
  expect(line).toContain(`${join(studio.directory, name)} is missing`)
  expect(line).toContain('docs/backups.md')
})

test('figures whose file and log lost their content are called empty', async () => {
  const studio = await newStudio()
  await importStats(studio)
  await putBack(studio, 'figures.duckdb')
  const instance = await DuckDBInstance.create(join(studio.directory, 'figures.duckdb'))
  instance.closeSync()
  expect(await refusal(studio)).toMatch(/figures\.duckdb is empty, and .*adtally\.sqlite has data/)
})

test.each(['adtally.sqlite', 'figures.duckdb'])('an older %s is refused', async (name) => {
  const studio = await newStudio()
  const backup = await backUp(studio)
  await importStats(studio)
  await putBack(studio, name, backup)
  expect(await refusal(studio)).toMatch(
    new RegExp(`${name} is older than .*adtally accept-restore`),
  )
})

test('an older SQLite file is also refused without newer imports, because ids must not be reused', async () => {
  const studio = await newStudio()
  const backup = await backUp(studio)
  await adtallyWorks(['accounts', 'create', 'second'], studio.options)
  await putBack(studio, 'adtally.sqlite', backup)
  expect(await refusal(studio)).toContain('adtally.sqlite is older than')
})

test.each(files)("another installation's %s is refused", async (name) => {
  const studio = await newStudio()
  await importStats(studio)
  const other = await newStudio()
  await rename(join(other.directory, name), join(other.directory, `${name}.kept`))
  await putBack(studio, name)
  const foreign = await newFreshStudio(other, name)
  await putBack(studio, name, foreign)
  expect(await refusal(studio)).toMatch(/belong(s)? to (another|different) installation/)
})

/** A data directory with its own identity; those of {@link newStudio} are copies of one directory. */
async function newFreshStudio({ folder }: Studio, name: string): Promise<string> {
  const directory = join(folder, `fresh-${name}`)
  await adtallyWorks(['accounts', 'create', 'fresh', '--data-dir', directory])
  return directory
}

test.each([
  ['key', ['accounts', 'rotate-key', 'studio'], ''],
  ['password', ['accounts', 'set-password', 'studio'], 'a password of studio'],
])('an older SQLite file does not bring back an old %s', async (_, change, input) => {
  const studio = await newStudio()
  const server = await serve([], studio.options)
  const copy = join(studio.folder, 'copy')
  await mkdir(copy)
  const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
  sqlite.exec(`VACUUM INTO '${join(copy, 'adtally.sqlite')}'`)
  sqlite.close()
  await adtallyWorks(change, { ...studio.options, input })
  await server.stop()
  await putBack(studio, 'adtally.sqlite', copy)
  expect(await refusal(studio)).toContain('adtally.sqlite is older than')
})

test('a full backup opens without questions', async () => {
  const studio = await newStudio()
  await importStats(studio)
  const backup = await backUp(studio)
  await adtallyWorks(['accounts', 'create', 'second'], studio.options)
  for (const name of files) await putBack(studio, name, backup)
  const { length } = await adtallyJson(['accounts', 'list'], studio.options)
  expect(length).toBe(1)
})

test('accounts that an accepted older SQLite file does not know keep their ids', async () => {
  const studio = await newStudio()
  const backup = await backUp(studio)
  await adtallyWorks(['accounts', 'create', 'second'], studio.options)
  const figures = 'date,app_id,network,format,country,impressions,revenue\n'
  const apps = 'app_id,publisher,app_name,platform\nsecond-app,second,Second,ios\n'
  await writeFile(join(studio.folder, 'second-apps.csv'), apps)
  const row = '2026-03-01,second-app,ownnet,video,US,77,7\n'
  await writeFile(join(studio.folder, 'second.csv'), figures + row)
  await adtallyWorks(['import', 'apps', 'second-apps.csv'], studio.options)
  await adtallyWorks(['import', 'stats', 'second.csv'], studio.options)
  await putBack(studio, 'adtally.sqlite', backup)
  await adtallyWorks(['accept-restore'], studio.options)
  await adtallyWorks(['accounts', 'create', 'third'], studio.options)
  await writeFile(join(studio.folder, 'apps.csv'), apps.replaceAll('second', 'third'))
  await adtallyWorks(['import', 'apps', 'apps.csv'], studio.options)
  const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
  const ids = sqlite.prepare('SELECT id FROM accounts ORDER BY id').all()
  const keys = sqlite.prepare('SELECT key FROM apps ORDER BY key').all()
  sqlite.close()
  expect(ids).toEqual([{ id: 1 }, { id: 3 }])
  expect(keys).toEqual([{ key: 1 }, { key: 2 }, { key: 4 }])
})

test('a restore begins a generation: cursors get 410 and entity tags differ', async () => {
  const studio = await newStudio()
  await importStats(studio)
  const changes = `/api/v2/publisher/changes?developer=studio&key=${studioKey}`
  const apps = `/api/v2/publisher/applications?developer=studio&key=${studioKey}`
  const ask = async () => {
    const server = await serve([], studio.options)
    const [feed, list] = [await fetch(server.baseUrl + changes), await fetch(server.baseUrl + apps)]
    const { next_cursor: cursor, data } = (await feed.json()) as {
      next_cursor: string
      data: unknown[]
    }
    const follow = (since: string) => fetch(`${server.baseUrl}${changes}&since=${since}`)
    return {
      server,
      cursor,
      data,
      follow,
      tags: [feed, list].map((answer) => answer.headers.get('etag')),
    }
  }
  const before = await ask()
  expect((await before.follow(before.cursor)).status).toBe(200)
  await before.server.stop()
  await adtallyWorks(['accept-restore'], studio.options)
  const after = await ask()
  expect(after.data).toEqual(before.data)
  for (const [index, tag] of after.tags.entries()) expect(tag).not.toBe(before.tags[index])
  const expired = await after.follow(before.cursor)
  expect(expired.status).toBe(410)
  expect(await expired.json()).toMatchObject({ code: 'cursor_expired' })
  expect((await after.follow(after.cursor)).status).toBe(200)
})

const pairing = (turn: number, token: string, generation = 0) => ({ generation, turn, token })
const record = (turn: number, token: string, nextToken = '', generation = 0) => ({
  identity: 'a',
  ledger: 'l',
  secretCheck: '',
  hasAccounts: true,
  generation,
  turn,
  token,
  nextToken,
})

test('a crash between any two writes of a pairing causes no mismatch', async () => {
  // Before the figures got their token, and after.
  expect(compareStores(record(4, 'old', 'new'), 'a', pairing(4, 'old'))).toBeNull()
  expect(compareStores(record(4, 'old', 'new'), 'a', pairing(5, 'new'))).toBeNull()
  // At the very first pairing, and at that of a new generation.
  expect(compareStores(record(0, '', 'new'), 'a', pairing(0, ''))).toBeNull()
  expect(compareStores(record(4, 'old', 'new', 9), 'a', pairing(4, 'old'))).toBeNull()
  // A copy of the records from the middle of a pairing is detected after the next one.
  expect(compareStores(record(4, 'old', 'new'), 'a', pairing(6, 'later'))).toBe('older records')
  expect(compareStores(record(4, 'x'), 'a', pairing(4, 'y'))).toBe('apart')
  expect(compareStores(record(2, 'x', '', 9), 'a', pairing(7, 'y'))).toBe('older figures')
})

test.each([
  ['before the figures were written', 'records'],
  ['before the records were told', 'figures'],
])('a process that ended %s leaves stores that open, and are paired again', async (_, written) => {
  const studio = await newStudio()
  const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
  sqlite.exec("UPDATE installation SET next_token = 'next'")
  sqlite.close()
  if (written === 'figures') {
    const instance = await DuckDBInstance.create(join(studio.directory, 'figures.duckdb'))
    const connection = await instance.connect()
    await connection.run("UPDATE pairing SET turn = turn + 1, token = 'next'")
    connection.closeSync()
    instance.closeSync()
  }
  await importStats(studio)
  const row = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
  expect(row.prepare('SELECT next_token FROM installation').get()).toEqual({ next_token: '' })
  row.close()
  expect(await adtallyJson(['accounts', 'list'], studio.options)).toHaveLength(1)
})
