import { describe, expect, test } from 'vitest'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import {
  type ChangedLine,
  changedPath,
  linesOf,
  shareHistory,
} from '../../fixtures/history-site.ts'

/** More than are listed at once. */
const dayCount = 9_000
const row = (network: string, index: number, impressions: number) => {
  const date = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10)
  return `${date},brick,${network},video,US,${impressions},1`
}
const rowsOf = (network: string, impressions = 1) =>
  Array.from({ length: dayCount }, (_, index) => row(network, index, impressions))
const keyOf = ({ date, app_id, network }: ChangedLine) => `${date} ${app_id} ${network}`

describe('many slices', () => {
  const { site, get } = shareHistory()
  const read = async (query = {}) => linesOf((await get(changedPath, query)).body)
  const slicesOf = (lines: readonly ChangedLine[]) => lines.filter(({ rows }) => rows)

  test('all come, each once, with checkpoints in between', async () => {
    await site().importLines([...rowsOf('admob'), ...rowsOf('vungle')])
    const lines = await read()
    const slices = slicesOf(lines)
    expect(slices).toHaveLength(2 * dayCount)
    expect(new Set(slices.map(keyOf)).size).toBe(2 * dayCount)
    const places = lines.flatMap(({ cursor }, index) => (cursor ? [index] : []))
    expect(places.length).toBeGreaterThan(5)
    const gaps = places.map((place, index) => place - (places[index - 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(5_000)
    expect(places[0]).toBeLessThan(100)
  })

  test('go on from any checkpoint with exactly the rest', async () => {
    const lines = await read()
    const places = lines.flatMap(({ cursor }, index) => (cursor ? [{ index, cursor }] : []))
    for (const { index, cursor } of [places[0]!, places[3]!, places.at(-1)!]) {
      const rest = slicesOf(await read({ since: cursor }))
      expect(rest.map(keyOf).sort()).toEqual(slicesOf(lines.slice(index)).map(keyOf).sort())
    }
  })

  test('come in parts of a limit, which tell whether there are more', async () => {
    const found: ChangedLine[] = []
    const sizes: number[] = []
    for (let since: string | undefined, more = true; more; ) {
      const lines = await read({ since, limit: '8000' })
      const { next_cursor, has_more } = lines.at(-1)!
      sizes.push(slicesOf(lines).length)
      found.push(...slicesOf(lines))
      since = next_cursor
      more = has_more!
    }
    expect(sizes).toEqual([8_000, 8_000, 2_000])
    expect(new Set(found.map(keyOf)).size).toBe(2 * dayCount)
    const exact = await read({ limit: String(2 * dayCount) })
    expect(exact.at(-1)!.has_more).toBe(false)
    expect((await read({ limit: String(2 * dayCount - 1) })).at(-1)!.has_more).toBe(true)
  })

  test('that change between two parts come again with their new rows', async () => {
    const first = await read({ limit: '5000' })
    const { rows: _, ...early } = slicesOf(first)[0]!
    const index = (Date.parse(early.date!) - Date.UTC(2000, 0, 1)) / 86_400_000
    await site().importLines([row(early.network!, index, 7), row('admob', dayCount - 1, 8)])
    const rest = slicesOf(await read({ since: first.at(-1)!.next_cursor }))
    expect(rest).toHaveLength(2 * dayCount - 5_000 + 1)
    const changed = rest.filter(({ rows }) => rows![0]!.impressions !== 1)
    expect(changed.map((one) => [keyOf(one), one.rows![0]!.impressions])).toEqual([
      [keyOf(early), 7],
      [row('admob', dayCount - 1, 8).replace(/^(.*?),.*/, '$1 brick admob'), 8],
    ])
  })
})

describe('a reader that was cut off before the first slices had a checkpoint', () => {
  const { site, get } = shareHistory()
  const read = async (query = {}) => linesOf((await get(changedPath, query)).body)

  test('learns what is gone since', async () => {
    const { import: id } = await site().importLines(rowsOf('admob').slice(0, 3))
    const [, beginning, applied] = await read()
    await site().call(undoImport, { id })
    const rest = (await read({ since: beginning!.cursor })).filter(({ rows }) => rows)
    expect(rest.map(keyOf)).toContain(keyOf(applied!))
    expect(rest.every(({ rows }) => rows!.length === 0)).toBe(true)
  })
})

describe('a slice with many rows', () => {
  const { site, get } = shareHistory()

  test('comes on one line', async () => {
    const columns = 'date,app_id,network,format,country,ad_tag,impressions,revenue'
    const tags = Array.from({ length: 30_000 }, (_, index) => `tag-${index}`)
    const line = (tag: string) => `2026-03-01,brick,admob,video,US,${tag},1,0.000001`
    await site().importLines(tags.map(line), { columns })
    const [, , slice, end] = linesOf((await get(changedPath)).body)
    expect(end).toEqual({ next_cursor: expect.any(String), has_more: false })
    expect(slice!.rows!.map(({ ad_tag }) => ad_tag).sort()).toEqual(tags.sort())
  })
})
