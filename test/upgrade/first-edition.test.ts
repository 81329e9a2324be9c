import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
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

let fixture: Fixture

beforeAll(async () => {
  fixture = await readFixture()
})

/** This edition on a copy of the first edition's data directory. */
async function openCopy(): Promise<{ edition: Edition; folder: string; directory: string }> {
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
  const { edition, directory } = await openCopy()
  await edition.run(asked, { args: ['accounts', 'list'] })
  const figures = await readFile(join(directory, 'figures.duckdb.before-0004'))
  expect(figures.equals(Buffer.from(fixture.files['figures.duckdb']!, 'base64'))).toBe(true)
  const accounts = new DatabaseSync(join(directory, 'adtally.sqlite.before-0007'))
  const newest = accounts.prepare('SELECT max(name) AS name FROM kysely_migration').get()
  expect(newest).toEqual({ name: '0006-figure-entries' })
  accounts.close()
})
