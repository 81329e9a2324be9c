import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { Client } from 'pg'
import { describe, test } from 'vitest'
import { newFolder } from '../fixtures/new-folder.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { type Edition, writeInputs } from '../upgrade/editions/edition.ts'
import {
  expectFirstAnswers,
  expectLaterAnswers,
  expectSession,
} from '../upgrade/editions/expect-answers.ts'
import { expectRequests } from '../upgrade/editions/expect-requests.ts'
import { type Fixture, readFixture } from '../upgrade/editions/fixture.ts'
import { asked, type EditionName } from '../upgrade/editions/history.ts'
import { thisEdition } from '../upgrade/editions/this-edition.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()
/** This edition on servers that contain what an earlier edition stored. */
async function openCopy(fixture: Fixture): Promise<{ edition: Edition; folder: string }> {
  const folder = await newFolder()
  const secret = join(folder, 'secret.key')
  await writeFile(secret, Buffer.from(fixture.files['secret.key']!, 'base64'))
  const { urls, database } = clickhouse.newDatabase()
  const url = urls[0]!
  const databaseUrl = await postgres().createDatabase()
  await fillPostgres(databaseUrl, fixture)
  await fillClickhouse(url, database!, fixture)
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

async function fillPostgres(url: string, fixture: Fixture): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(fixture.postgres)
  await client.end()
}

async function fillClickhouse(url: string, database: string, fixture: Fixture): Promise<void> {
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

describe.each<EditionName>(['first', 'second'])('servers that the %s edition filled', (name) => {
  const fixture = shareSite(() => readFixture(name))

  test('give the same answers', async () => {
    const { edition } = await openCopy(fixture)
    await expectFirstAnswers(edition, fixture.onServers)
    await expectSession(edition, fixture.onServers)
  })

  test('continue as with that edition, undos included', async () => {
    const { edition } = await openCopy(fixture)
    await expectLaterAnswers(edition, fixture.onServers)
  })

  test('have figures that stay unchanged until a network reports requests', async () => {
    const { edition, folder } = await openCopy(fixture)
    await expectRequests(edition, folder)
  })
})
