import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { noServers } from '../../src/config/servers.ts'
import { PulledStores } from '../connections/crash/pulled-stores.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { Draw } from './draw.ts'
import { sized } from './size.ts'

const kills = sized(8, 50)
const since = sized(0, 1) === 0 ? '2026-03-01' : '2026-01-25'

test(`after ${kills} kills of the puller every day is imported once and none is lost`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const root = await newFolder()
  const stores = await PulledStores.create(root, noServers, { since, timesFaster: 100 })
  onTestFinished(() => stores.fake.close())
  const draw = new Draw('kill -9 of the puller')
  let killed = 0
  for (let round = 0; round < kills; round++) {
    const puller = await stores.pull()
    await delay(draw.below(600))
    await puller.kill()
    if ((await puller.ended) === 'SIGKILL') killed++
  }
  expect(killed).toBeGreaterThan(kills / 2)
  await (await stores.pull()).finish()
  await stores.expectWhole()
})
