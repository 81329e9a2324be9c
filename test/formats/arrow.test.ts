import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { writeArrow } from '../../src/http/answer/arrow/write-arrow.ts'
import { manyRows } from './many-rows.ts'
import { readArrow } from './read-arrow.ts'
import { reportTable } from './sample-table.ts'
import { tableCases } from './table-cases.ts'

tableCases(
  (table, metadata) => readArrow(writeArrow(table, metadata)),
  [
    'date Date32<DAY>',
    'app_name Utf8',
    'revenue_micros Int64',
    'revenue Decimal[19e+6]',
    'ecpm Decimal[20e+4]',
  ],
)

test('the rows of the first batch are sent before the second is requested', async () => {
  let requested = 0
  const { columns, batches } = manyRows(10_000)
  const counted = (async function* () {
    for await (const batch of batches) {
      requested++
      yield batch
    }
  })()
  const pieces = writeArrow({ columns, batches: counted }, {})
  const first = [await pieces.next(), await pieces.next()].map(({ value }) => value as Uint8Array)
  expect(requested).toBe(1)
  // A stream that ends here is still read up to here.
  expect((await readArrow(first)).cells[0]).toHaveLength(2_048)
  await pieces.return(undefined)
})

test('later batches are merged into ever longer ones, and the longest are divided', async () => {
  const { batchSizes } = await readArrow(writeArrow(manyRows(40_000), {}))
  expect(batchSizes).toEqual([2_048, 4_096, 8_192, 16_384, 9_280])
  const column = { name: 'row', type: { kind: 'integer' } } as const
  const long = {
    columns: [column],
    cells: [Array.from({ length: 40_000 }, (_, row) => BigInt(row))],
  }
  const read = await readArrow(writeArrow(reportTable(long, [40_000]), {}))
  expect(read.batchSizes).toEqual([16_384, 16_384, 7_232])
  expect(read.cells).toEqual(long.cells)
})

test('unknown cells of one batch do not make cells of the next unknown', async () => {
  const column = { name: 'clicks', type: { kind: 'integer' } } as const
  const clicks = [...Array<null>(10).fill(null), ...Array<bigint>(10).fill(3n)]
  const read = await readArrow(
    writeArrow(reportTable({ columns: [column], cells: [clicks] }, [10]), {}),
  )
  expect(read.cells).toEqual([clicks])
})

test.each([2n ** 63n, -(2n ** 63n) - 1n])('%s is refused by a column of 64 bits', async (value) => {
  const column = { name: 'impressions', type: { kind: 'integer' } } as const
  const pieces = writeArrow(reportTable({ columns: [column], cells: [[value]] }), {})
  await expect(readArrow(pieces)).rejects.toThrow(`${value} does not fit 64 bits`)
})

test('the memory of a long answer is that of a few batches', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().arrayBuffers
  let sent = 0
  let most = 0
  for await (const piece of writeArrow(manyRows(300_000), {})) {
    sent += piece.length
    collect()
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(most).toBeLessThan(sent / 2)
})
