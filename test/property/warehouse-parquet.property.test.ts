import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type FactName, factKinds, factNames } from '../../src/facts/kinds.ts'
import { openStorageRequests } from '../../src/network-calls/undici-storage-requests.ts'
import { FolderStore } from '../../src/storage/warehouses/parquet/folder-store.ts'
import type { ObjectStore } from '../../src/storage/warehouses/parquet/object-store.ts'
import { ParquetWarehouse } from '../../src/storage/warehouses/parquet/parquet-warehouse.ts'
import { readS3Address } from '../../src/storage/warehouses/parquet/s3-address.ts'
import { S3Store } from '../../src/storage/warehouses/parquet/s3-store.ts'
import { FakeS3, type StorageFault } from '../fixtures/fake-s3.ts'
import { shareSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'
import { askParquet, dumpObjects } from '../warehouse/parquet-reader.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'
import { seed } from './seed.ts'
import { checkCopies } from './warehouse-cases.ts'

const shared = shareSite()
const { signal } = new AbortController()
let storage: FakeS3

beforeAll(async () => {
  storage = await FakeS3.open()
})
afterAll(() => storage.close())

const kinds = isNight ? factNames : (['figures', 'cohorts'] as const)

/** Opens copies in a store, whose clock goes on so far that each step removes what was dropped. */
function openIn(store: () => Promise<ObjectStore>): () => Promise<ParquetWarehouse> {
  const { directory } = shared()
  let nowMs = Date.now()
  return async () =>
    ParquetWarehouse.open(await store(), directory.work, signal, () => {
      nowMs += 1_000_000
      return nowMs
    })
}

/** Cells as the shared cases expect them; a kind without any row has no file. */
async function rowsIn(folder: string, sql: string, kind: FactName): Promise<unknown[][]> {
  const rows = await askParquet(folder, sql).catch((error: Error) => {
    if (!error.message.includes(`Table with name ${factKinds[kind].name} does not exist`))
      throw error
    return []
  })
  return rows
}

describe('copies in Parquet files', () => {
  test.each(kinds)(
    `${caseCount} drawn histories of %s are in a folder, cell by cell`,
    { timeout: propertyTimeoutMs },
    async (kind) => {
      const folder = join(shared().root, `lake-${kind}`)
      const open = openIn(() => FolderStore.open(folder))
      const rows = (sql: string) => rowsIn(folder, sql, kind)
      await checkCopies(shared(), { open, rows, isWithoutHistory: true }, kind)
    },
  )

  test.each(kinds)(
    `${caseCount} drawn histories of %s are in an object storage that fails, repeats, delays and forgets, cell by cell`,
    { timeout: propertyTimeoutMs },
    async (kind) => {
      const random = randomsOf(seed)
      const faults: StorageFault[] = [
        'error',
        'slow-down',
        'cut',
        'cut-after',
        'cut-within',
        'twice',
        'late',
      ]
      // Every request is tried five times, and the fifth is good.
      let inRow = 0
      storage.fault = () => {
        const fault =
          inRow < 4 && random() < 0.3 ? faults[Math.floor(random() * faults.length)]! : null
        inRow = fault === null || fault === 'twice' ? 0 : inRow + 1
        return fault
      }
      const address = readS3Address(storage.addressOf(kind))
      const open = openIn(async () => {
        const requests = openStorageRequests({ allowPrivate: true })
        return new S3Store(address, requests, signal, [1, 1, 1, 1])
      })
      const rows = async (sql: string) => {
        await storage.settled()
        const folder = join(shared().root, randomUUID())
        dumpObjects(storage, `${kind}/`, folder)
        return rowsIn(folder, sql, kind)
      }
      await checkCopies(shared(), { open, rows, isWithoutHistory: true }, kind)
    },
  )
})

/** Numbers from 0 to below 1, the same for the same seed. */
function randomsOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
