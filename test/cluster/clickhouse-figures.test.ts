import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickhouseFigureWriter } from '../../src/storage/clickhouse/clickhouse-figure-writer.ts'
import { ClickhouseReportStore } from '../../src/storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { ensureSchema } from '../../src/storage/clickhouse/schema.ts'
import { openSqlite } from '../../src/storage/relational/database.ts'
import { RelationalFigureEntries } from '../../src/storage/relational/relational-figure-entries.ts'
import { describeReportStore } from '../contracts/report-store.ts'
import type { OpenStore } from '../contracts/stored-figures.ts'
import { type SharedClickhouse, shareClickhouse } from './share-clickhouse.ts'

async function openStore(clickhouse: SharedClickhouse): Promise<OpenStore> {
  const options = clickhouse.newDatabase()
  const workDirectory = await mkdtemp(join(tmpdir(), 'adtally-journal-'))
  const relational = await openSqlite(':memory:')
  const entries = new RelationalFigureEntries(relational)
  const connection = new ClickhouseConnection(options)
  await ensureSchema(connection, (await entries.state()).identity)
  return {
    writer: new ClickhouseFigureWriter({ connection, entries, workDirectory, threads: 1 }),
    store: new ClickhouseReportStore(connection, entries),
    close: async () => {
      await connection.close()
      await relational.close()
      await clickhouse.drop(options)
      await rm(workDirectory, { recursive: true })
    },
  }
}

const node = shareClickhouse()
describeReportStore('ClickHouse on one node', () => openStore(node))

const shards = shareClickhouse(2)
describeReportStore('ClickHouse on two shards', () => openStore(shards))
