import { describeBehindMemory, describeReportStore } from '../contracts/report-store.ts'
import type { OpenStore } from '../contracts/stored-figures.ts'
import { openJournal } from './open-journal.ts'
import { type SharedClickhouse, shareClickhouse } from './share-clickhouse.ts'

async function openStore(clickhouse: SharedClickhouse): Promise<OpenStore> {
  const options = clickhouse.newDatabase()
  const { slices, store, requests, close } = await openJournal(options)
  return {
    slices,
    store,
    requests,
    close: async () => {
      await close()
      await clickhouse.drop(options)
    },
  }
}

const node = shareClickhouse()
describeReportStore('ClickHouse on one node', () => openStore(node))
describeBehindMemory('ClickHouse', () => openStore(node))

const shards = shareClickhouse(2)
describeReportStore('ClickHouse on two shards', () => openStore(shards))
