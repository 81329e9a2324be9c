import { beforeEach, describe, expect, test } from 'vitest'
import type { Sum } from '../../src/reporting/metrics.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { base, coarse, figure, march } from './contract-plans.ts'
import { type OpenStore, preview, put, readPlan, undoAt } from './stored-figures.ts'

/** The effects of commits on slices, the same for every store. */
export function commitCases(open: () => Promise<OpenStore>): void {
  const opened = renewSite(open)

  const undo = (importId: number) => opened.slices.undo(importId, undoAt('2026-03-11T00:00:00Z'))
  /** The account's admob figures of the first three days of March. */
  const scope = {
    days: { firstDay: march(1), lastDay: march(3) },
    networks: ['admob', 'never_seen'],
    accountId: 1,
  }

  /** Day of March, app, network and impressions of every slice. The figures must add up to the slices. */
  async function slices(): Promise<unknown[][]> {
    const plan = { ...base, sums: ['impressions'] as Sum[], dimensions: coarse }
    const [ofFigures, ofSlices] = await Promise.all(
      (['figures', 'slices'] as const).map(async (table) => {
        const { rows } = await readPlan(opened.store, { ...plan, table })
        return rows.map(({ keys: [day, ...keys], sums }) => [
          (day as number) - march(1) + 1,
          ...keys,
          Number(sums.impressions),
        ])
      }),
    )
    expect(ofSlices).toEqual(ofFigures)
    return ofSlices!
  }

  test('slices in the scope without rows end, and no others', async () => {
    await put(opened.slices, [
      ...[1, 2, 3, 4].map((date) => figure({ day: march(date) })),
      figure({ day: march(2), network: 'ownnet' }),
      figure({ day: march(2), app: 21 }),
    ])
    const committed = await put(opened.slices, [figure({ day: march(2), impressions: 7n })], {
      scope,
    })
    expect(committed).toMatchObject({ slices: 1, replacedSlices: 1, removedSlices: 2 })
    expect(await slices()).toEqual([
      [2, 11, 'admob', 7],
      [2, 11, 'ownnet', 1],
      [4, 11, 'admob', 1],
    ])
    const other = await readPlan(opened.store, { ...base, account: 2 })
    expect(other.rows[0]?.sums.impressions).toBe(1n)
  })

  test('an undo restores the slices that a scope ended', async () => {
    await put(opened.slices, [figure({ impressions: 5n }), figure({ day: march(2) })])
    const { importId } = await put(opened.slices, [figure({ day: march(2), impressions: 7n })], {
      scope,
    })
    expect(await undo(importId)).toMatchObject({ restored: 2, removed: 0, keptLater: 0 })
    expect(await slices()).toEqual([
      [1, 11, 'admob', 5],
      [2, 11, 'admob', 1],
    ])
  })

  test('a slice that a scope ended is not restored by undoing a later import of it', async () => {
    await put(opened.slices, [figure({ impressions: 5n })])
    const ending = await put(opened.slices, [], { scope })
    const { importId } = await put(opened.slices, [figure({ impressions: 9n })])
    expect(await undo(importId)).toMatchObject({ restored: 0, removed: 1 })
    expect(await slices()).toEqual([])
    expect(await undo(ending.importId)).toMatchObject({ restored: 1, removed: 0 })
    expect(await slices()).toEqual([[1, 11, 'admob', 5]])
  })

  test('importing or undoing the same figures does not change them, and each import can be undone', async () => {
    const same = [figure({ impressions: 5n }), figure({ day: march(2), clicks: null })]
    const first = await put(opened.slices, same)
    const again = await put(opened.slices, same)
    expect(again).toMatchObject({ slices: 2, replacedSlices: 2, unchangedSlices: 2 })
    const third = await put(opened.slices, [figure({ impressions: 6n }), same[1]!])
    expect(third).toMatchObject({ replacedSlices: 2, unchangedSlices: 1 })
    const stated = [
      [1, 11, 'admob', 5],
      [2, 11, 'admob', 1],
    ]
    await undo(third.importId)
    expect(await slices()).toEqual(stated)
    await undo(again.importId)
    expect(await slices()).toEqual(stated)
    await undo(first.importId)
    expect(await slices()).toEqual([])
  })

  test('undoing an import in between keeps the figures of later ones', async () => {
    await put(opened.slices, [figure({ impressions: 5n })])
    const between = await put(opened.slices, [figure({ impressions: 6n })])
    await put(opened.slices, [figure({ impressions: 6n })])
    expect(await undo(between.importId)).toMatchObject({ restored: 0, removed: 0, keptLater: 1 })
    expect(await slices()).toEqual([[1, 11, 'admob', 6]])
  })

  describe('requests and matched requests', () => {
    const stated = figure({ requests: 9n, matchedRequests: 4n })

    test('are stored, each unknown on its own', async () => {
      await put(opened.slices, [
        stated,
        figure({ country: 'DE', requests: 0n }),
        figure({ country: 'FR', matchedRequests: 999_999_999_999_999n }),
        figure({ country: 'GB', requests: 3n, matchedRequests: 5n }),
        figure({ country: 'IT' }),
      ])
      expect(await opened.requests()).toEqual([
        '2026-03-01 11 DE 1 0 null',
        '2026-03-01 11 FR 1 null 999999999999999',
        '2026-03-01 11 GB 1 3 5',
        '2026-03-01 11 IT 1 null null',
        '2026-03-01 11 US 1 9 4',
      ])
    })

    test('restate a slice that is otherwise the same, and an undo makes them unknown again', async () => {
      await put(opened.slices, [figure({}), figure({ day: march(2) })])
      const restated = await put(opened.slices, [stated, figure({ day: march(2) })])
      expect(restated).toMatchObject({ replacedSlices: 2, unchangedSlices: 1 })
      const again = await put(opened.slices, [stated])
      expect(again).toMatchObject({ replacedSlices: 1, unchangedSlices: 1 })
      const zero = await put(opened.slices, [figure({ requests: 0n, matchedRequests: 4n })])
      expect(zero).toMatchObject({ replacedSlices: 1, unchangedSlices: 0 })
      const other = '2026-03-02 11 US 1 null null'
      expect(await opened.requests()).toEqual(['2026-03-01 11 US 1 0 4', other])
      await undo(zero.importId)
      expect(await opened.requests()).toEqual(['2026-03-01 11 US 1 9 4', other])
      await undo(again.importId)
      await undo(restated.importId)
      expect(await opened.requests()).toEqual(['2026-03-01 11 US 1 null null', other])
    })

    test('of a partial import are added; an unknown count adds nothing', async () => {
      await put(opened.slices, [figure({ requests: 5n }), figure({ country: 'DE' })])
      const added = await put(
        opened.slices,
        [stated, figure({ country: 'DE' }), figure({ country: 'FR', requests: 2n })],
        { isPartial: true },
      )
      expect(await opened.requests()).toEqual([
        '2026-03-01 11 DE 2 null null',
        '2026-03-01 11 FR 1 2 null',
        '2026-03-01 11 US 2 14 4',
      ])
      await undo(added.importId)
      expect(await opened.requests()).toEqual([
        '2026-03-01 11 DE 1 null null',
        '2026-03-01 11 US 1 5 null',
      ])
    })

    test('of a merged app are added, and its undo returns them', async () => {
      await put(opened.slices, [stated, figure({ app: 12, requests: 1n })])
      const merged = await put(opened.slices, [], {
        kind: 'merge',
        scope: { days: null, networks: null, accountId: 1, apps: [11], mergedInto: 12 },
      })
      expect(await opened.requests()).toEqual(['2026-03-01 12 US 2 10 4'])
      await undo(merged.importId)
      expect(await opened.requests()).toEqual([
        '2026-03-01 11 US 1 9 4',
        '2026-03-01 12 US 1 1 null',
      ])
    })

    test('are removed with their rows and slices', async () => {
      await put(opened.slices, [stated, figure({ country: 'DE', requests: 1n })])
      await put(opened.slices, [figure({ country: 'DE', matchedRequests: 1n })])
      expect(await opened.requests()).toEqual(['2026-03-01 11 DE 1 null 1'])
      const { importId } = await put(opened.slices, [], { scope })
      expect(await opened.requests()).toEqual([])
      await undo(importId)
      expect(await opened.requests()).toEqual(['2026-03-01 11 DE 1 null 1'])
    })
  })

  test('a preview returns the outcome of the commit and changes nothing', async () => {
    await put(opened.slices, [figure({}), figure({ day: march(2), impressions: 4n })])
    const [before, version] = [await slices(), await opened.store.states.version()]
    const rows = [
      figure({ day: march(2), impressions: 4n }),
      figure({ day: march(3), network: 'brand_new', revenueMicros: 7n }),
    ]
    const {
      days,
      dayCount,
      beforeMicros,
      stated: _stated,
      ...expected
    } = await preview(opened.slices, rows, { scope })
    expect(expected).toMatchObject({ slices: 2, unchangedSlices: 1, removedSlices: 1 })
    expect([await slices(), await opened.store.states.version()]).toEqual([before, version])
    const { importId: _, committedMs: _ms, ...effect } = await put(opened.slices, rows, { scope })
    expect(effect).toEqual(expected)
    const none = { added: 0, restated: 0, unchanged: 0, removed: 0 }
    const nothing = { before: 0n, after: 0n }
    expect(beforeMicros).toBe(0n)
    expect([days, dayCount]).toEqual([
      [
        {
          accountId: 1,
          network: 'admob',
          day: march(1),
          ...none,
          removed: 1,
          rows: 0,
          impressions: { before: 1n, after: 0n },
          revenueMicros: nothing,
        },
        {
          accountId: 1,
          network: 'admob',
          day: march(2),
          ...none,
          unchanged: 1,
          rows: 1,
          impressions: { before: 4n, after: 4n },
          revenueMicros: nothing,
        },
        {
          accountId: 1,
          network: 'brand_new',
          day: march(3),
          ...none,
          added: 1,
          rows: 1,
          impressions: { before: 0n, after: 1n },
          revenueMicros: { before: 0n, after: 7n },
        },
      ],
      3,
    ])
  })

  test('a commit announces what it is going to be, and one that fails to announce it changes nothing', async () => {
    const version = await opened.store.states.version()
    const failing = put(opened.slices, [figure({})], {
      announce: async () => {
        throw new Error('not now')
      },
    })
    await expect(failing).rejects.toThrow('not now')
    expect([await slices(), await opened.store.states.version()]).toEqual([[], version])
    const announced: unknown[] = []
    const committed = await put(opened.slices, [figure({})], {
      request: 'r',
      announce: async (planned) => {
        announced.push(planned, await slices())
      },
    })
    expect(announced).toEqual([committed, []])
  })

  test('a partial import adds to the current figures, and its undo removes them', async () => {
    await put(opened.slices, [figure({ impressions: 5n, revenueMicros: 3n })])
    const added = await put(
      opened.slices,
      [figure({ impressions: 2n, revenueMicros: 4n }), figure({ country: 'DE' })],
      { isPartial: true },
    )
    expect(added).toMatchObject({ rows: 2, slices: 1, impressions: 3n })
    expect([...added.revenueMicros]).toEqual([[1, 4n]])
    expect(await slices()).toEqual([[1, 11, 'admob', 8]])
    await undo(added.importId)
    expect(await slices()).toEqual([[1, 11, 'admob', 5]])
  })

  test('a secondary report is stored apart, and its own scope ends its slices', async () => {
    await put(opened.slices, [figure({})])
    const report = { report: 'mediation' }
    const kept = await put(opened.slices, [figure({ impressions: 9n })], report)
    expect(kept).toMatchObject({ replacedSlices: 0 })
    expect(await slices()).toEqual([[1, 11, 'admob', 1]])
    const again = await put(opened.slices, [figure({ impressions: 9n })], report)
    expect(again).toMatchObject({ replacedSlices: 1, unchangedSlices: 1 })
    const ended = await put(opened.slices, [], { ...report, scope })
    expect(ended).toMatchObject({ removedSlices: 1 })
    expect(await slices()).toEqual([[1, 11, 'admob', 1]])
  })

  test('a scope of some apps, or of all days and networks, ends no other slices', async () => {
    await put(opened.slices, [
      figure({ day: march(1) }),
      figure({ day: march(1), app: 12 }),
      figure({ day: march(4), app: 12, network: 'ownnet' }),
    ])
    await put(opened.slices, [figure({ app: 12 })], { report: 'mediation' })
    const all = { days: null, networks: null, accountId: 1 }
    const ended = await put(opened.slices, [], {
      scope: { ...all, apps: [12] },
      kind: 'deletion',
    })
    expect(ended).toMatchObject({ rows: 0, removedSlices: 2 })
    expect(await slices()).toEqual([[1, 11, 'admob', 1]])
    expect(await undo(ended.importId)).toMatchObject({ restored: 2, keptLater: 0 })
    const withReports = await put(opened.slices, [], {
      scope: { ...all, apps: [12], withReports: true },
      kind: 'deletion',
    })
    expect(withReports).toMatchObject({ removedSlices: 3 })
  })

  describe('a merge of an app', () => {
    const merge = () =>
      put(opened.slices, [], {
        kind: 'merge',
        scope: {
          days: null,
          networks: null,
          accountId: 1,
          apps: [11],
          withReports: true,
          mergedInto: 12,
        },
      })
    const before = [
      [1, 11, 'admob', 5],
      [1, 12, 'admob', 7],
      [2, 11, 'ownnet', 3],
      [3, 12, 'admob', 9],
    ]

    beforeEach(async () => {
      await put(opened.slices, [
        figure({ impressions: 2n, clicks: null }),
        figure({ impressions: 3n, country: 'DE', revenueMicros: 1n }),
        figure({ app: 12, impressions: 7n, clicks: null, revenueMicros: 2n }),
        figure({ day: march(2), network: 'ownnet', impressions: 3n, clicks: 4n }),
        figure({ day: march(3), app: 12, impressions: 9n }),
        figure({ day: march(3), app: 21, impressions: 9n }),
      ])
    })

    test('adds its figures to those of the other app, and ends its slices', async () => {
      expect(await slices()).toEqual(before)
      expect(await merge()).toMatchObject({ slices: 2, replacedSlices: 1, removedSlices: 2 })
      expect(await slices()).toEqual([
        [1, 12, 'admob', 12],
        [2, 12, 'ownnet', 3],
        [3, 12, 'admob', 9],
      ])
      const { rows } = await readPlan(opened.store, {
        ...base,
        dimensions: ['day', 'country'],
        sums: ['impressions', 'revenueMicros'],
        days: { firstDay: march(1), lastDay: march(1) },
      })
      const byCountry = rows.map(({ keys: [, country], sums }) => [country, sums])
      expect(byCountry.sort()).toEqual([
        ['DE', { impressions: 3n, revenueMicros: 1n }],
        ['US', { impressions: 9n, revenueMicros: 2n }],
      ])
    })

    test('is undone by returning both', async () => {
      const { importId } = await merge()
      expect(await undo(importId)).toMatchObject({ restored: 3, removed: 1, keptLater: 0 })
      expect(await slices()).toEqual(before)
    })

    test('is undone without counting figures twice that were imported since', async () => {
      const { importId } = await merge()
      await put(opened.slices, [figure({ app: 12, impressions: 13n })])
      expect(await undo(importId)).toMatchObject({ restored: 1, removed: 1, keptLater: 2 })
      expect(await slices()).toEqual([
        [1, 12, 'admob', 13],
        [2, 11, 'ownnet', 3],
        [3, 12, 'admob', 9],
      ])
    })

    test('moves the figures of secondary reports too', async () => {
      await put(opened.slices, [figure({ impressions: 4n })], { report: 'mediation' })
      const merged = await merge()
      expect(merged).toMatchObject({ slices: 3, removedSlices: 3 })
      const again = await put(opened.slices, [figure({ app: 12, impressions: 4n })], {
        report: 'mediation',
      })
      expect(again).toMatchObject({ replacedSlices: 1, unchangedSlices: 1 })
    })
  })

  describe('slices of another source', () => {
    beforeEach(async () => {
      await put(opened.slices, [figure({}), figure({ day: march(2) })], { source: 'admob' })
      await put(opened.slices, [figure({ day: march(3) })], { source: 'max' })
    })
    const rows = () => [1, 2, 3, 4].map((date) => figure({ day: march(date), impressions: 8n }))

    test('are replaced and counted', async () => {
      const replacing = await put(opened.slices, rows(), { source: 'max' })
      expect(replacing).toMatchObject({ rows: 4, slices: 4, replacedSlices: 3 })
      expect([...replacing.otherSources]).toEqual([['admob', 2]])
      expect(replacing.keptSlices).toEqual([])
      const again = await put(opened.slices, rows(), { source: 'max' })
      expect([...again.otherSources]).toEqual([])
    })

    test('can be kept, and their rows are left out', async () => {
      const options = { source: 'max', keepsOtherSources: true }
      const kept = await put(opened.slices, rows(), options)
      expect(kept).toMatchObject({ rows: 2, slices: 2, replacedSlices: 1, impressions: 16n })
      expect(kept.keptSlices).toMatchObject([{ source: 'admob', slices: 2 }])
      expect([...kept.otherSources]).toEqual([])
      expect(await slices()).toEqual([
        [1, 11, 'admob', 1],
        [2, 11, 'admob', 1],
        [3, 11, 'admob', 8],
        [4, 11, 'admob', 8],
      ])
      const added = await put(opened.slices, rows(), { ...options, isPartial: true })
      expect(added).toMatchObject({ rows: 2, slices: 2, impressions: 16n })
    })

    test('are all that an import has: then it is refused', async () => {
      const only = [figure({}), figure({ day: march(2) })]
      const options = { source: 'max', keepsOtherSources: true }
      await expect(put(opened.slices, only, options)).rejects.toMatchObject({
        code: 'every_slice_kept',
        facts: { sources: ['admob'] },
      })
    })
  })

  test('an import whose apps cannot be confirmed is committed, and not told as failed', async () => {
    const confirmed: number[] = []
    const confirmPending = async (lastEntry: number) => {
      confirmed.push(lastEntry)
      throw new Error('the apps cannot be confirmed')
    }
    const { importId } = await put(opened.slices, [figure({})], { confirmPending })
    expect(confirmed).toEqual([importId])
    expect(await slices()).toEqual([[1, 11, 'admob', 1]])
    const refused = put(opened.slices, [], { confirmPending })
    await expect(refused).rejects.toMatchObject({ code: 'nothing_to_import' })
    expect(confirmed).toEqual([importId, importId])
  })

  test('an account is removed with its history and its secondary reports, and no other', async () => {
    await put(opened.slices, [figure({ app: 21, impressions: 3n })])
    const { importId } = await put(opened.slices, [
      figure({ network: 'own_name', impressions: 5n }),
    ])
    await put(opened.slices, [figure({ network: 'own_name', impressions: 6n })])
    const report = { report: 'mediation' }
    await put(opened.slices, [figure({ impressions: 6n })], report)
    const ran: string[] = []
    await opened.slices.removeAccount(1, async () => void ran.push('finish'))
    expect(ran).toEqual(['finish'])
    // ClickHouse deletes in the background.
    await expect.poll(slices, { timeout: 60_000 }).toEqual([])
    const other = await readPlan(opened.store, { ...base, account: 2 })
    expect(other.rows[0]?.sums.impressions).toBe(3n)
    // Slices that belonged to it are not there for an undo, nor for a comparison with a new import.
    expect(await undo(importId)).toMatchObject({ restored: 0, removed: 0 })
    const next = await put(opened.slices, [figure({ app: 21, impressions: 4n })])
    expect(next).toMatchObject({ replacedSlices: 1 })
  })

  test('an import that cannot be undone gives the reason', async () => {
    const { importId } = await put(opened.slices, [figure({})])
    await expect(undo(importId + 1)).rejects.toThrow()
    const { entry } = await undo(importId)
    await expect(undo(importId)).rejects.toThrow()
    await expect(undo(entry)).rejects.toThrow()
    expect(await slices()).toEqual([])
  })
}
