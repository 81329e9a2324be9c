import { expect, test } from 'vitest'
import { factNames } from '../../src/facts/kinds.ts'
import { openSite, shareSite } from '../import/import-site.ts'
import { isNight } from '../night.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'
import { checkCopies, shipTo } from '../property/warehouse-cases.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { askClickhouse, createClickhouseDatabase, openClickhouse } from './warehouse-clickhouse.ts'

const clickhouse = shareClickhouse()
const shared = shareSite()

let databases = 0
const newDatabase = () =>
  createClickhouseDatabase(clickhouse.servers().urls[0]!, `copy_${++databases}`)

test.each(isNight ? factNames : (['figures', 'cohorts'] as const))(
  `${caseCount} drawn histories of %s are in ClickHouse, cell by cell, after each entry`,
  { timeout: propertyTimeoutMs },
  async (kind) => {
    const address = await newDatabase()
    const rows = (sql: string) => askClickhouse(address, sql)
    await checkCopies(shared(), { open: async () => openClickhouse(address), rows }, kind)
  },
)
