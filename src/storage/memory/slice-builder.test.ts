import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import { parseDay } from '../../values/day.ts'
import { replaceApps } from './account-slices.ts'
import { SliceBuilder } from './slice-builder.ts'
import { TooLargeError } from './too-large-error.ts'

/** One impression of each app, network and day. */
function chunkOf(rows: readonly (readonly [app: number, network: number, day: string])[]) {
  const ones = BigInt64Array.from(rows, () => 1n)
  const chunk: ReportChunk = {
    rowCount: rows.length,
    dimensions: {
      day: { codes: rows.map(([, , day]) => parseDay(day)!), labels: null },
      app: { codes: rows.map(([app]) => app), labels: null },
      network: { codes: rows.map(([, network]) => network), labels: ['a', 'b'] },
    },
    sums: { impressions: ones, clicks: ones, installs: ones, revenueMicros: ones },
  }
  return chunk
}

function built(maxBytes: number, rows: Parameters<typeof chunkOf>[0]) {
  const builder = new SliceBuilder(new MemoryBudget(2 * maxBytes).use())
  builder.add(chunkOf(rows))
  return builder.build()
}

describe('slices', () => {
  test('of networks and apps are added up from the first day to each', async () => {
    const { all } = await built(1e6, [
      [1, 1, '2026-01-03'],
      [2, 0, '2026-01-01'],
      [1, 0, '2026-01-04'],
    ])
    expect([...all.all.sums[0]!]).toEqual([1, 1, 2, 3])
    expect([...all.all.slices]).toEqual([1, 1, 2, 3])
    expect(all.all.firstDay).toBe(parseDay('2026-01-01'))
  })

  test('take no more memory when they are added up than they may', async () => {
    const ofApp = (app: number) =>
      [
        [app, 0, '1990-01-01'],
        [app, 1, '2026-01-01'],
      ] as const
    const one = await built(3_000_000, ofApp(1))
    expect(one.bytes).toBeLessThan(3_000_000)
    const many = Array.from({ length: 10 }, (_, app) => ofApp(app)).flat()
    await expect(built(3_000_000, many)).rejects.toThrow(TooLargeError)
  })

  test('of days in different millennia are too large, also of two apps', async () => {
    const rows = [
      [1, 0, '0001-01-01'],
      [2, 0, '9999-12-31'],
    ] as const
    await expect(built(1e9, rows)).rejects.toThrow(TooLargeError)
    const [one, other] = [await built(1e9, [rows[0]]), await built(1e9, [rows[1]])]
    await expect(replaceApps(one, new Set([2]), other)).rejects.toThrow(TooLargeError)
  })
})
