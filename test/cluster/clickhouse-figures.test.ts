import { describeBehindMemory, describeReportStore } from '../contracts/report-store.ts'
import type { OpenStore } from '../contracts/stored-figures.ts'
import { shardCounts } from '../night.ts'
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

for (const shards of shardCounts) {
  const servers = shareClickhouse(shards)
  describeReportStore(`ClickHouse in ${shards} shards`, () => openStore(servers))
}

const node = shareClickhouse()
describeBehindMemory('ClickHouse', () => openStore(node))
