import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { Vault } from '../../src/sealing/vault.ts'
import { parseSecret } from '../../src/storage/files/secret-file.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from '../cli/run-adtally.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { type Edition, writeInputs } from './editions/edition.ts'
import { expectFirstAnswers, expectLaterAnswers, expectSession } from './editions/expect-answers.ts'
import { expectRequests } from './editions/expect-requests.ts'
import { type Fixture, readFixture } from './editions/fixture.ts'
import { asked, type EditionName } from './editions/history.ts'
import { thisEdition } from './editions/this-edition.ts'

const stores = ['figures.duckdb', 'adtally.sqlite']

let fixtures: Readonly<Record<EditionName, Fixture>>

beforeAll(async () => {
  fixtures = { first: await readFixture('first'), second: await readFixture('second') }
})

interface Copy {
  readonly edition: Edition
  readonly folder: string
  readonly directory: string
}

/** This edition on an upgraded copy of an earlier edition's data directory. */
async function openCopy(name: EditionName): Promise<Copy> {
  const copy = await newCopy(name)
  await copy.edition.run(asked, { args: ['upgrade'] })
  return copy
}

async function newCopy(name: EditionName): Promise<Copy> {
  const folder = await newFolder()
  const directory = join(folder, 'data')
  await mkdir(directory)
  for (const [file, content] of Object.entries(fixtures[name].files)) {
    await writeFile(join(directory, file), Buffer.from(content, 'base64'))
  }
  await writeInputs(folder)
  return { edition: thisEdition(folder, { ADTALLY_DATA_DIR: directory }), folder, directory }
}

describe.each(['first', 'second'] as const)('a data directory of the %s edition', (name) => {
  test('gives the same answers', async () => {
    const { edition } = await openCopy(name)
    await expectFirstAnswers(edition, fixtures[name].onFiles)
    await expectSession(edition, fixtures[name].onFiles)
  })

  test('gives the same answers from a backup that was restored into an empty one', async () => {
    const { edition, folder, directory } = await openCopy(name)
    const backup = join(folder, 'backup')
    await edition.run(asked, { args: ['backup', backup] })
    const secret = join(directory, 'secret.key')
    const restored = thisEdition(folder, { ADTALLY_DATA_DIR: join(folder, 'restored') })
    await restored.run(asked, { args: ['restore', backup, '--secret-file', secret] })
    await expectFirstAnswers(restored, fixtures[name].onFiles, true)
    await expectSession(restored, fixtures[name].onFiles)
  })

  test('continues as with that edition, undos included', async () => {
    const { edition } = await openCopy(name)
    await expectLaterAnswers(edition, fixtures[name].onFiles)
  })

  test('has figures that stay unchanged until a network reports requests', async () => {
    const { edition, folder } = await openCopy(name)
    await expectRequests(edition, folder)
  })
})

test('a copy of what the first edition stored is kept, so that it can be restored', async () => {
  const { directory } = await openCopy('first')
  const figures = await readFile(join(directory, 'figures.duckdb.before-0009'))
  expect(figures.equals(Buffer.from(fixtures.first.files['figures.duckdb']!, 'base64'))).toBe(true)
  const accounts = new DatabaseSync(join(directory, 'adtally.sqlite.before-0022'))
  const newest = accounts.prepare('SELECT max(name) AS name FROM kysely_migration').get()
  expect(newest).toEqual({ name: '0006-figure-entries' })
  accounts.close()
})

test('commands change nothing of an earlier release, and say what upgrades it', async () => {
  const { folder, directory } = await newCopy('first')
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
      /figures\.duckdb is of an earlier release, and needs 5 migrations: 0009-second-edition, 0010-third-edition, 0011-depth, 0012-fact-originals, 0013-shares\. Nothing was changed\. Start the server, which upgrades it, or run: adtally upgrade$/,
    )
  }
  expect(await readAll()).toEqual(before)
})

test.each(['first', 'second'] as const)(
  'keys that the %s edition encrypted are encrypted as others by the upgrade, once, and can be shown',
  async (name) => {
    const { edition, folder, directory } = await openCopy(name)
    const sealedKeys = () => {
      const records = new DatabaseSync(join(directory, 'adtally.sqlite'), { readOnly: true })
      const rows = records.prepare('SELECT key_sealed FROM api_keys ORDER BY id').all()
      records.close()
      return rows.map(({ key_sealed: sealed }) => Buffer.from(sealed as Uint8Array))
    }
    const upgraded = sealedKeys()
    const vault = new Vault(parseSecret(await readFile(join(directory, 'secret.key'), 'utf8'))!)
    expect(upgraded.length).toBeGreaterThan(0)
    for (const sealed of upgraded) expect(sealed.subarray(0, 5)).toEqual(vault.head)
    await edition.run(asked, { args: ['upgrade'] })
    expect(sealedKeys()).toEqual(upgraded)
    const options = { cwd: folder, env: { ADTALLY_DATA_DIR: directory } }
    const [{ username }] = await adtallyJson(['accounts', 'list'], options)
    expect(await adtallyWorks(['keys', 'show', username, 'default'], options)).toMatch(/\S/)
  },
)

test('an upgrade is one line, and leaves files that only their owner can read', async () => {
  const { folder, directory } = await newCopy('first')
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
  for (const name of ['figures.duckdb.before-0009', 'adtally.sqlite.before-0022', ...stores]) {
    expect([name, (await stat(join(directory, name))).mode & 0o777]).toEqual([name, 0o600])
  }
  expect((await adtally(['upgrade'], options)).stderr).toBe('')
})
