import { expect, test } from 'vitest'
import { parseDay } from '../../values/day.ts'
import { atOnce, inTurns } from '../../values/turns.ts'
import { type Block, BlockBuilder, isShort, monthSpan, partsOf } from './block.ts'
import { project, projectionOf } from './project.ts'

const days = monthSpan(parseDay('2026-03-01')!)

/** Rows of 200 countries on some days. */
function blockOf(rowsPerDay: readonly number[]): Block {
  const builder = new BlockBuilder(days, ['impressions'], null)
  const rows = rowsPerDay.flatMap((count, day) =>
    Array.from({ length: count }, (_, row) => ({ day: days.firstDay + day, row })),
  )
  const zeros = rows.map(() => 0)
  const labels = Array.from({ length: 200 }, (_, code) => `c${code}`)
  builder.add({
    rowCount: rows.length,
    dimensions: {
      day: { codes: rows.map(({ day }) => day), labels: null },
      network: { codes: zeros, labels: ['n'] },
      format: { codes: zeros, labels: ['f'] },
      country: { codes: rows.map(({ row }) => row % 200), labels },
    },
    sums: { impressions: BigInt64Array.from(rows, ({ row }) => BigInt(row % 1_000)) },
  })
  return atOnce(builder.build())
}

test.each([[[]], [[400, 0, 300]], [[9_000, 12_000, 0, 50_000, 1]], [Array(31).fill(2_500)]])(
  'a block with rows %j is looked at in parts of few rows, or of one day',
  (rowsPerDay) => {
    const parts = [...partsOf(blockOf(rowsPerDay))]
    expect(parts[0]!.firstDay).toBe(days.firstDay)
    expect(parts.at(-1)!.lastDay).toBe(days.lastDay)
    for (const [place, { firstDay, lastDay }] of parts.entries()) {
      if (place > 0) expect(firstDay).toBe(parts[place - 1]!.lastDay + 1)
      const from = firstDay - days.firstDay
      const counts = rowsPerDay.slice(from, lastDay - days.firstDay + 1)
      const count = counts.reduce((sum, one) => sum + one, 0)
      if (firstDay < lastDay) expect(count).toBeLessThanOrEqual(20_000)
    }
  },
)

test('a long block is projected in turns with other work, and equals one that is projected at once', async () => {
  const block = blockOf(Array(31).fill(4_000))
  expect(isShort(block)).toBe(false)
  expect(projectionOf(block, [])).toBeNull()
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await inTurns(project(block, []))
  clearImmediate(next)
  expect(turns).toBeGreaterThan(0)
  const slowly = projectionOf(block, [])!
  block.projections.clear()
  expect(atOnce(project(block, []))).toEqual(slowly)
  expect(slowly.rowCount).toBe(31)
})
