import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { Client } from 'pg'
import { beforeAll, test } from 'vitest'
import { type Edition, writeInputs } from '../upgrade/first-edition/edition.ts'
import {
  expectFirstAnswers,
  expectLaterAnswers,
  expectSession,
} from '../upgrade/first-edition/expect-answers.ts'
import { expectRequests } from '../upgrade/first-edition/expect-requests.ts'
import { type Fixture, readFixture } from '../upgrade/first-edition/fixture.ts'
import { asked } from '../upgrade/first-edition/history.ts'
import { thisEdition } from '../upgrade/first-edition/this-edition.ts'
import { newFolder } from '../upgrade/folder.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()
let fixture: Fixture

beforeAll(async () => {
  fixture = await readFixture()
})

/** This edition on servers that contain what the first edition stored. */
async function openCopy(): Promise<{ edition: Edition; folder: string }> {
  const folder = await newFolder()
  const secret = join(folder, 'secret.key')
  await writeFile(secret, Buffer.from(fixture.files['secret.key']!, 'base64'))
  const { urls, database } = clickhouse.newDatabase()
  const url = urls[0]!
  const databaseUrl = await postgres().createDatabase()
  await fillPostgres(databaseUrl)
  await fillClickhouse(url, database!)
  await writeInputs(folder)
  const edition = thisEdition(folder, {
    ADTALLY_DATA_DIR: join(folder, 'data'),
    ADTALLY_SECRET_FILE: secret,
    ADTALLY_DATABASE_URL: databaseUrl,
    ADTALLY_CLICKHOUSE_URL: `${url}/${database}`,
  })
  await edition.run(asked, { args: ['upgrade'] })
  return { edition, folder }
}

async function fillPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(fixture.postgres)
  await client.end()
}

async function fillClickhouse(url: string, database: string): Promise<void> {
  const maker = createClient({ url })
  await maker.command({ query: `CREATE DATABASE ${database}` })
  await maker.close()
  const client = createClient({ url, database })
  for (const { name, create, rows } of fixture.clickhouse) {
    await client.command({ query: create })
    await client.command({ query: `INSERT INTO ${name} FORMAT JSONCompactEachRow\n${rows}` })
  }
  await client.close()
}

test('servers that the first edition filled give the same answers', async () => {
  const { edition } = await openCopy()
  await expectFirstAnswers(edition, fixture.onServers)
  await expectSession(edition, fixture.onServers)
})

test('servers that the first edition filled continue as with the first edition, undos included', async () => {
  const { edition } = await openCopy()
  await expectLaterAnswers(edition, fixture.onServers)
})

test('figures of the first edition stay unchanged until a network reports requests', async () => {
  const { edition, folder } = await openCopy()
  await expectRequests(edition, folder)
})
