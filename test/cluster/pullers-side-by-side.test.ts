import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PulledStores } from '../connections/crash/pulled-stores.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse(1)
const postgres = sharePostgres()
let root: string
beforeEach(async () => {
  root = await newFolder()
})

async function open(since: string): Promise<PulledStores> {
  const servers = {
    clickhouse: clickhouse.newDatabase(),
    databaseUrl: await postgres().createDatabase(),
    valkeyUrl: null,
  }
  const stores = await PulledStores.create(root, servers, { since, timesFaster: 20 })
  onTestFinished(() => stores.fake.close())
  return stores
}

/** For a busy machine. */
const timeout = 600_000

test('two processes import every day once', { timeout }, async () => {
  const stores = await open('2026-03-05')
  const pullers = await Promise.all([stores.pull(), stores.pull()])
  await Promise.all(pullers.map((puller) => puller.finish()))
  await stores.expectWhole()
})

test('one that stalls or dies loses its days to the other, and imports none of them again', {
  timeout,
}, async () => {
  const stores = await open('2026-03-03')
  const [one, other] = await Promise.all([stores.pull(), stores.pull()])
  await delay(500)
  one.stall()
  await stores.endLeases()
  await delay(1_000)
  one.goOn()
  await delay(300)
  await one.kill()
  expect(await one.ended).toBe('SIGKILL')
  await stores.endLeases()
  await other.finish()
  await stores.expectWhole()
})
