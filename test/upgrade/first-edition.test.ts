import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { adtally, expectOneClearLine } from '../cli/run-adtally.ts'
import { type Edition, writeInputs } from './first-edition/edition.ts'
import {
  expectFirstAnswers,
  expectLaterAnswers,
  expectSession,
} from './first-edition/expect-answers.ts'
import { expectRequests } from './first-edition/expect-requests.ts'
import { type Fixture, readFixture } from './first-edition/fixture.ts'
import { asked } from './first-edition/history.ts'
import { thisEdition } from './first-edition/this-edition.ts'
import { newFolder } from './folder.ts'

const stores = ['figures.duckdb', 'adtally.sqlite']

let fixture: Fixture

beforeAll(async () => {
  fixture = await readFixture()
})

interface Copy {
  readonly edition: Edition
  readonly folder: string
  readonly directory: string
}

/** This edition on an upgraded copy of the first edition's data directory. */
async function openCopy(): Promise<Copy> {
  const copy = await newCopy()
  await copy.edition.run(asked, { args: ['upgrade'] })
  return copy
}

async function newCopy(): Promise<Copy> {
  const folder = await newFolder()
  const directory = join(folder, 'data')
  await mkdir(directory)
  for (const [name, content] of Object.entries(fixture.files)) {
    await writeFile(join(directory, name), Buffer.from(content, 'base64'))
  }
  await writeInputs(folder)
  return { edition: thisEdition(folder, { ADTALLY_DATA_DIR: directory }), folder, directory }
}

test('a data directory of the first edition gives the same answers', async () => {
  const { edition } = await openCopy()
  await expectFirstAnswers(edition, fixture.onFiles)
  await expectSession(edition, fixture.onFiles)
})

test('a backup of a data directory of the first edition, restored into an empty one, gives the same answers', async () => {
  const { edition, folder, directory } = await openCopy()
  const backup = join(folder, 'backup')
  await edition.run(asked, { args: ['backup', backup] })
  const secret = join(directory, 'secret.key')
  const restored = thisEdition(folder, { ADTALLY_DATA_DIR: join(folder, 'restored') })
  await restored.run(asked, { args: ['restore', backup, '--secret-file', secret] })
  await expectFirstAnswers(restored, fixture.onFiles, true)
  await expectSession(restored, fixture.onFiles)
})

test('a data directory of the first edition continues as with the first edition, undos included', async () => {
  const { edition } = await openCopy()
  await expectLaterAnswers(edition, fixture.onFiles)
})

test('figures of the first edition stay unchanged until a network reports requests', async () => {
  const { edition, folder } = await openCopy()
  await expectRequests(edition, folder)
})

test('a copy of what the first edition stored is kept, so that it can be restored', async () => {
  const { directory } = await openCopy()
  const figures = await readFile(join(directory, 'figures.duckdb.before-0004'))
  expect(figures.equals(Buffer.from(fixture.files['figures.duckdb']!, 'base64'))).toBe(true)
  const accounts = new DatabaseSync(join(directory, 'adtally.sqlite.before-0007'))
  const newest = accounts.prepare('SELECT max(name) AS name FROM kysely_migration').get()
  expect(newest).toEqual({ name: '0006-figure-entries' })
  accounts.close()
})

test('commands change nothing of an earlier release, and say what upgrades it', async () => {
  const { folder, directory } = await newCopy()
  const options = { cwd: folder, env: { ADTALLY_DATA_DIR: directory } }
  const readAll = () =>
    Promise.all(
      stores.map(async (name) => (await readFile(join(directory, name))).toString('base64')),
    )
  const before = await readAll()
  for (const args of [
    ['accounts', 'list'],
    ['imports', 'undo', '1'],
    ['backup', 'backup'],
    ['secret', 'rotate'],
  ]) {
    const line = expectOneClearLine(await adtally(args, options))
    expect(line).toMatch(
      /figures\.duckdb is of an earlier release, and needs \d migrations: 0004-.* Nothing was changed\. Start the server, which upgrades it, or run: adtally upgrade$/,
    )
  }
  expect(await readAll()).toEqual(before)
})

test('an upgrade is one line, and leaves files that only their owner can read', async () => {
  const { folder, directory } = await newCopy()
  for (const name of stores) await chmod(join(directory, name), 0o644)
  const options = { cwd: folder, env: { ADTALLY_DATA_DIR: directory } }
  const { code, stdout, stderr } = await adtally(['upgrade'], options)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `The data in ${directory} is of this release.\n`,
  })
  expect(stderr).toMatch(
    /^adtally: Upgraded .*figures\.duckdb and .*adtally\.sqlite\. Copies .*\n$/,
  )
  for (const name of ['figures.duckdb.before-0004', 'adtally.sqlite.before-0007', ...stores]) {
    expect([name, (await stat(join(directory, name))).mode & 0o777]).toEqual([name, 0o600])
  }
  expect((await adtally(['upgrade'], options)).stderr).toBe('')
})
