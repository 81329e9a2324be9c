import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FakeS3 } from '../fixtures/fake-s3.ts'
import { killTimeoutMs, killWhileFilling } from './kill-while-filling.ts'
import { askParquet, dumpObjects, manifestIn } from './parquet-reader.ts'

let storage: FakeS3
beforeAll(async () => {
  storage = await FakeS3.open()
})
afterAll(() => storage.close())

/** All rows of an entry have its number as impressions. */
const rows = 28 * 6 * 10

async function expectOneEntry(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const manifest = manifestIn(folder, 'studio')
  if (manifest === null) return
  const sums = await askParquet(folder, 'SELECT count(*), sum(impressions)::BIGINT FROM figures')
  expect(sums).toEqual([[String(rows), String(rows * manifest.entry)]])
}

test(
  'kill -9 at any moment leaves a folder with the copy of one entry, which the next turn continues',
  { timeout: killTimeoutMs },
  () =>
    killWhileFilling(
      'parquet',
      () => 'lake',
      ({ root }) => expectOneEntry(join(root, 'warehouses/lake')),
    ),
)

test(
  'kill -9 at any moment leaves a storage with the copy of one entry, which the next turn continues',
  { timeout: killTimeoutMs },
  () =>
    killWhileFilling(
      's3',
      () => storage.addressOf('killed'),
      async ({ root }) => {
        const folder = join(root, `read-${storage.asked.length}`)
        dumpObjects(storage, 'killed/', folder)
        await expectOneEntry(folder)
      },
    ),
)
