import { describe, expect, test } from 'vitest'
import type { Sum } from '../../src/reporting/metrics.ts'
import type { SliceStore } from '../../src/staging/slice-store.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { base, coarse, figure, fine, march } from './contract-plans.ts'
import { type Answer, type OpenStore, put, readPlan, staging } from './stored-figures.ts'

/** The answers of every store after imports. */
export function writingCases(open: () => Promise<OpenStore>): void {
  const opened = renewSite(open)

  const several = [
    figure({ impressions: 5n }),
    figure({ format: 'native', country: 'FR', adTag: 'top' }),
    figure({ day: march(2), app: 12, network: 'zeta' }),
  ]

  /** Day of March, app, network, format, country and impressions of every row, from both tables. */
  async function everything(): Promise<unknown[][]> {
    const plan = { ...base, sums: ['impressions'] as Sum[] }
    const list = ({ rows }: Answer) =>
      rows.map(({ keys: [on, ...keys], sums }) => [
        (on as number) - march(1) + 1,
        ...keys,
        Number(sums.impressions),
      ])
    const figures = list(await readPlan(opened.store, { ...plan, dimensions: fine }))
    const slices = list(
      await readPlan(opened.store, { ...plan, table: 'slices', dimensions: coarse }),
    )
    const added = new Map<string, number>()
    for (const [on, app, network, , , impressions] of figures) {
      const slice = JSON.stringify([on, app, network])
      added.set(slice, (added.get(slice) ?? 0) + Number(impressions))
    }
    expect(slices.map((row) => [JSON.stringify(row.slice(0, 3)), row[3]])).toEqual([...added])
    return figures
  }

  test('rows that a restatement no longer has are removed', async () => {
    await put(opened.slices, [
      figure({ country: 'DE' }),
      figure({ format: 'banner' }),
      figure({ adTag: 'top' }),
      figure({}),
    ])
    await put(opened.slices, [figure({ country: 'FR', impressions: 3n })])
    expect(await everything()).toEqual([[1, 11, 'admob', 'video', 'FR', 3]])
  })

  test('other days, apps and networks do not change', async () => {
    const others = [
      figure({ day: march(2) }),
      figure({ app: 12 }),
      figure({ network: 'ownnet' }),
      figure({ app: 21 }),
    ]
    await put(opened.slices, [figure({ impressions: 5n }), ...others])
    await put(opened.slices, [figure({ impressions: 7n })])
    expect(await everything()).toEqual([
      [1, 11, 'admob', 'video', 'US', 7],
      [1, 11, 'ownnet', 'video', 'US', 1],
      [1, 12, 'admob', 'video', 'US', 1],
      [2, 11, 'admob', 'video', 'US', 1],
    ])
    const other = await readPlan(opened.store, { ...base, account: 2 })
    expect(other.rows[0]?.sums.impressions).toBe(1n)
  })

  test('an import of two days with a gap does not change the days between', async () => {
    await put(
      opened.slices,
      [1, 2, 3].map((date) => figure({ day: march(date) })),
    )
    await put(
      opened.slices,
      [1, 3].map((date) => figure({ day: march(date), impressions: 9n })),
    )
    expect((await everything()).map((row) => row.at(-1))).toEqual([9, 1, 9])
  })

  test('rows with the same key in one import are added up', async () => {
    await put(opened.slices, [figure({ impressions: 2n }), figure({ impressions: 3n })])
    expect(await everything()).toEqual([[1, 11, 'admob', 'video', 'US', 5]])
  })

  test('two simultaneous imports are committed one after the other', async () => {
    await Promise.all(
      [4n, 5n, 6n].map((impressions) => put(opened.slices, [figure({ impressions })])),
    )
    const rows = await everything()
    expect(rows.length).toBe(1)
    expect([4, 5, 6]).toContain(rows[0]?.at(-1))
  })

  test('names are sorted by their bytes after every import', async () => {
    const names = ['m', 'z', 'a', 'b_', 'b1', 'ba']
    for (const network of names) await put(opened.slices, [figure({ network })])
    await put(
      opened.slices,
      names.map((format) => figure({ network: 'formats', format })),
    )
    const sorted = ['a', 'b1', 'b_', 'ba', 'm', 'z']
    const rows = await everything()
    expect(rows.filter(([, , network]) => network !== 'formats').map((row) => row[2])).toEqual(
      sorted,
    )
    expect(rows.filter(([, , network]) => network === 'formats').map((row) => row[3])).toEqual(
      sorted,
    )
  })

  describe('the version', () => {
    test('changes with every import, even with one that changes no figure', async () => {
      const seen = [await opened.store.states.version()]
      for (let round = 0; round < 3; round++) {
        await put(opened.slices, [figure({})])
        seen.push(await opened.store.states.version())
      }
      expect(new Set(seen).size).toBe(4)
    })

    test('changes with nothing else', async () => {
      await put(opened.slices, several)
      const version = await opened.store.states.version()
      await readPlan(opened.store, base)
      await expect(failing(opened.slices)).rejects.toThrow('given up')
      expect(await opened.store.states.version()).toBe(version)
    })

    test('belongs to the rows that are read', async () => {
      for (const rows of [[], several, several.slice(0, 2)]) {
        if (rows.length > 0) await put(opened.slices, rows)
        const answer = await readPlan(opened.store, base)
        expect(answer.version).toBe(await opened.store.states.version())
      }
    })
  })

  const failing = (slices: SliceStore) =>
    staging(slices, [figure({ impressions: 99n, network: 'b_new' })], {}, async () => {
      throw new Error('given up')
    })

  describe('a failed import', () => {
    const broken = [
      figure({ impressions: 99n, network: 'b_new', format: 'b_new' }),
      { ...figure({ network: 'c_new' }), day: Number.NaN as never },
    ]

    test.each([
      ['before the commit', failing],
      ['in the commit', (slices: SliceStore) => put(slices, broken)],
    ])('%s changes nothing, and the next import works', async (_title, fail) => {
      await put(opened.slices, [figure({}), figure({ network: 'zeta' })])
      const [before, version] = [await everything(), await opened.store.states.version()]
      await expect(fail(opened.slices)).rejects.toThrow()
      expect(await everything()).toEqual(before)
      expect(await opened.store.states.version()).toBe(version)

      await put(opened.slices, [figure({ network: 'd_new', format: 'e_new', impressions: 3n })])
      await put(opened.slices, [figure({ network: 'b_new', format: 'c_new', impressions: 4n })])
      expect(await everything()).toEqual([
        before[0],
        [1, 11, 'b_new', 'c_new', 'US', 4],
        [1, 11, 'd_new', 'e_new', 'US', 3],
        before[1],
      ])
    })

    test('does not stop a waiting import', async () => {
      const [failed, next] = await Promise.allSettled([
        failing(opened.slices),
        put(opened.slices, [figure({})]),
      ])
      expect(failed.status).toBe('rejected')
      expect(next.status).toBe('fulfilled')
      expect(await everything()).toEqual([[1, 11, 'admob', 'video', 'US', 1]])
    })
  })

  test('a restated slice leaves the rows of other slices alone', async () => {
    for (const date of [3, 1, 2]) {
      await put(opened.slices, [
        figure({ day: march(date) }),
        figure({ day: march(date), app: 12 }),
      ])
    }
    await put(opened.slices, [figure({ day: march(2), impressions: 8n })])
    const before = await everything()
    expect(await everything()).toEqual(before)
    await put(opened.slices, [figure({ day: march(1), impressions: 9n })])
    expect((await everything()).map((row) => row.at(-1))).toEqual([9, 1, 8, 1, 1, 1])
  })
}
