import { expect, test } from 'vitest'
import { clickhousePlace } from '../../src/compose/warehouse-hosts.ts'
import type { TableBatch } from '../../src/reporting/report-table.ts'
import { ClickhouseSession } from '../../src/storage/warehouses/clickhouse/clickhouse-session.ts'
import type { WarehouseType } from '../../src/warehouse/tables.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { askClickhouse, createClickhouseDatabase } from './warehouse-clickhouse.ts'

const clickhouse = shareClickhouse()

test.each([200, 300, 70_000])(
  '%s texts of a batch, unknown numbers and money of 19 digits arrive as they are',
  async (count) => {
    const address = await createClickhouseDatabase(clickhouse.servers().urls[0]!, `rows_${count}`)
    const place = clickhousePlace(address, { folder: null, allowPrivate: true })
    const session = new ClickhouseSession(place, null, new AbortController().signal)
    const column = (name: string, type: WarehouseType, isOptional = false) => {
      return { name, type, isOptional, comment: '' }
    }
    const columns = [
      column('day', { kind: 'day' }),
      column('label', { kind: 'text' }),
      column('number', { kind: 'integer' }, true),
      column('money', { kind: 'decimal', precision: 19, scale: 6 }),
    ]
    await session.run(
      `CREATE TABLE rows (day Date, label LowCardinality(String), number Nullable(Int64), money Decimal(19, 6))
      ENGINE = MergeTree ORDER BY label`,
    )
    const rows = Array.from({ length: count }, (_, row) => row)
    const largest = 2n ** 63n - 1n
    const batch: TableBatch = {
      rowCount: count,
      cells: [
        { kind: 'day', days: rows.map((row) => row % 60_000) },
        // Labels that no row has are not sent.
        {
          kind: 'text',
          codes: rows.map((row) => row + 1),
          labels: ['?', ...rows.map((row) => `é-${row}`)],
        },
        { kind: 'number', values: rows.map((row) => (row % 2 === 0 ? null : -row)) },
        {
          kind: 'number',
          values: BigInt64Array.from(rows, (row) => (row % 2 === 0 ? -largest : largest)),
        },
      ],
    }
    await session.insert(
      'rows',
      columns,
      (async function* () {
        yield batch
      })(),
    )
    await session.close()
    const sql = `SELECT count(), uniqExact(label), countIf(label = 'é-' || toString(number * -1)), sum(number),
      countIf(number IS NULL AND money = -9223372036854.775807), max(money), max(day)
      FROM rows`
    const odd = count / 2
    const last = Math.min(count - 1, 59_999)
    expect(await askClickhouse(address, sql)).toEqual([
      [
        ...[String(count), String(count), String(odd), String(-odd * odd), String(odd)],
        ...['9223372036854.775807', new Date(last * 86_400_000).toISOString().slice(0, 10)],
      ],
    ])
  },
)
