import { expect, test } from 'vitest'
import type { ReportChunk } from './report-store.ts'
import { splitChunk } from './split-chunk.ts'

test('the parts of a chunk have its rows in order, column by column', () => {
  const chunk: ReportChunk = {
    rowCount: 5,
    dimensions: {
      day: { codes: Int32Array.of(1, 2, 3, 4, 5), labels: null },
      network: { codes: [0, 1, 0, 1, 0], labels: ['a', 'b'] },
    },
    sums: {
      impressions: BigInt64Array.of(1n, 2n, 3n, 4n, 5n),
      clicks: Float64Array.of(6, 7, 8, 9, 10),
    },
    statuses: Uint8Array.of(2, 1, 0, 2, 1),
    compared: { sums: { impressions: Float64Array.of(5, 4, 3, 2, 1) }, statuses: [2, 2, 2, 0, 0] },
  }
  const parts = [...splitChunk(chunk, 2)]
  expect(parts.map(({ rowCount }) => rowCount)).toEqual([2, 2, 1])
  const column = (of: (part: ReportChunk) => ArrayLike<number | bigint>) =>
    parts.flatMap((part) => Array.from(of(part)))
  expect(column((part) => part.dimensions.day!.codes)).toEqual([1, 2, 3, 4, 5])
  expect(column((part) => part.dimensions.network!.codes)).toEqual([0, 1, 0, 1, 0])
  expect(parts[2]!.dimensions.network!.labels).toEqual(['a', 'b'])
  expect(column((part) => part.sums.impressions!)).toEqual([1n, 2n, 3n, 4n, 5n])
  expect(column((part) => part.sums.clicks!)).toEqual([6, 7, 8, 9, 10])
  expect(column((part) => part.statuses!)).toEqual([2, 1, 0, 2, 1])
  expect(column((part) => part.compared!.sums.impressions!)).toEqual([5, 4, 3, 2, 1])
  expect(column((part) => part.compared!.statuses)).toEqual([2, 2, 2, 0, 0])
  expect([...splitChunk(chunk, 5)]).toEqual([chunk])
})
