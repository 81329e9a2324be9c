import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from '../../src/ledger/figure-ledger.ts'
import type { AppEnd } from '../../src/staging/merged-apps.ts'
import { assertUndoable } from '../../src/staging/plan-undo.ts'
import { parseDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { type Row, type ScratchSite, useScratch } from './scratch-site.ts'

const open = useScratch()
const day = (date: number) => parseDay(`2026-03-0${date}`)!
const on = (date: number, impressions = '1', more: Row = {}): Row => ({
  date: `2026-03-0${date}`,
  impressions,
  ...more,
})
const scope = { days: { firstDay: day(1), lastDay: day(1) }, networks: ['admob'], accountId: 1 }

/** Day, impressions, and the import that each current slice is of. */
const current = (site: ScratchSite) =>
  site.lines(
    'SELECT day(day), impressions, import_id FROM history WHERE until IS NULL ORDER BY ALL',
  )

describe('an undo', () => {
  test('of the only import removes its slices', async () => {
    const site = await open()
    await site.put([on(1), on(2)])
    expect(await site.undo(1)).toMatchObject({ rows: 0, restored: 0, removed: 2 })
    expect(await site.slices()).toEqual([])
    expect(await site.changes()).toEqual(['1 11 0 removed', '2 11 0 removed'])
  })

  test('of the last import restores what it replaced, and removes what it added', async () => {
    const site = await open()
    await site.put([on(1, '5'), on(1, '6', { country: 'DE' }), on(2)])
    await site.put([on(1, '7'), on(3)])
    expect(await site.undo(2)).toMatchObject({ rows: 2, restored: 1, removed: 1 })
    expect(await current(site)).toEqual(['1 11 1', '2 1 1'])
    expect(await site.changes()).toEqual(['1 11 0 restated', '3 11 0 removed'])
  })

  test('leaves the slices that a later import stated', async () => {
    const site = await open()
    await site.put([on(1, '5'), on(2, '6')])
    await site.put([on(1, '7'), on(2, '8')])
    await site.put([on(1, '9')])
    expect(await site.undo(2)).toMatchObject({ rows: 1, restored: 1, removed: 0 })
    expect(await current(site)).toEqual(['1 9 3', '2 6 1'])
  })

  test('of the first import leaves what the second stated', async () => {
    const site = await open()
    await site.put([on(1, '5')])
    await site.put([on(1, '6')])
    expect(await site.undo(1)).toMatchObject({ rows: 0, restored: 0, removed: 0 })
    expect(await current(site)).toEqual(['1 6 2'])
    expect(await site.undo(2)).toMatchObject({ rows: 0, restored: 0, removed: 1 })
  })

  test('goes back past imports that were withdrawn', async () => {
    const site = await open()
    for (const impressions of ['1', '2', '3']) await site.put([on(1, impressions)])
    await site.undo(2)
    expect(await current(site)).toEqual(['1 3 3'])
    expect(await site.undo(3)).toMatchObject({ rows: 1, restored: 1, removed: 0 })
    expect(await current(site)).toEqual(['1 1 1'])
  })

  test('of undone imports in turn reaches the beginning', async () => {
    const site = await open()
    for (const impressions of ['1', '2', '3']) await site.put([on(1, impressions)])
    await site.undo(3)
    expect(await current(site)).toEqual(['1 2 2'])
    await site.undo(2)
    expect(await current(site)).toEqual(['1 1 1'])
    expect(await site.undo(1)).toMatchObject({ removed: 1 })
  })

  test('of an import of the same figures changes none of them', async () => {
    const site = await open()
    await site.put([on(1, '5')])
    await site.put([on(1, '5')])
    expect(await site.undo(2)).toMatchObject({ rows: 1, restored: 1, removed: 0 })
    expect(await site.changes()).toEqual(['1 11 0 unchanged'])
    expect(
      await site.lines('SELECT changed, restatements FROM history WHERE until IS NULL'),
    ).toEqual(['1 0'])
  })

  test('returns to the same figures, though their fingerprint is of an earlier version', async () => {
    const site = await open()
    await site.put([on(1, '5')])
    await site.put([on(1, '6')])
    await site.undo(2)
    await site.put([on(1, '5')])
    await site.scratch.run('UPDATE history SET fingerprint_version = 0 WHERE since < 4')
    await site.undo(4)
    expect(await site.changes()).toEqual(['1 11 0 unchanged'])
  })

  test('of one of several apps, networks and accounts changes no others', async () => {
    const site = await open()
    const others = [
      ...[on(1, '1', { app_id: 'pop' }), on(1, '1', { network: 'vungle' })],
      on(1, '1', { app_id: 'eur' }),
    ]
    await site.put([on(1), ...others])
    await site.put([on(1, '2')])
    await site.put(others.map((row) => ({ ...row, impressions: '3' })))
    await site.undo(2)
    expect(await site.slices()).toEqual([
      ...['1 11 0 1 0', '1 11 1 3 0', '1 12 0 3 0', '1 21 1 3 0'],
    ])
  })
})

describe('an undo of an import with a scope', () => {
  test('restores the slices that it ended', async () => {
    const site = await open()
    await site.put([on(1, '5'), on(2, '6')])
    await site.put([on(2, '7')], { scope })
    expect(await site.undo(2)).toMatchObject({ rows: 2, restored: 2, removed: 0 })
    expect(await current(site)).toEqual(['1 5 1', '2 6 1'])
    expect(await site.changes()).toEqual(['1 11 0 added', '2 11 0 restated'])
  })

  test('leaves slices that it ended and that were stated again', async () => {
    const site = await open()
    await site.put([on(1, '5')])
    await site.put([], { scope })
    await site.put([on(1, '6')])
    expect(await site.undo(2)).toMatchObject({ rows: 0, restored: 0, removed: 0 })
    expect(await current(site)).toEqual(['1 6 3'])
    expect(await site.undo(3)).toMatchObject({ rows: 1, restored: 1, removed: 0 })
    expect(await current(site)).toEqual(['1 5 1'])
  })

  test('returns to nothing when the import before it ended the slice', async () => {
    const site = await open()
    await site.put([on(1, '5')])
    await site.put([], { scope })
    await site.put([on(1, '6')])
    expect(await site.undo(3)).toMatchObject({ rows: 0, restored: 0, removed: 1 })
    expect(await current(site)).toEqual([])
    expect(await site.undo(2)).toMatchObject({ rows: 1, restored: 1, removed: 0 })
    expect(await current(site)).toEqual(['1 5 1'])
  })

  test('changes nothing when the import of the slices that it ended was withdrawn', async () => {
    const site = await open()
    await site.put([on(1, '5')])
    await site.put([], { scope })
    expect(await site.undo(1)).toMatchObject({ rows: 0, restored: 0, removed: 0 })
    expect(await site.undo(2)).toMatchObject({ rows: 0, restored: 0, removed: 0 })
    expect(await current(site)).toEqual([])
    expect(await site.changes()).toEqual([])
  })
})

describe('an undo after a merge', () => {
  const all = { days: null, networks: null, accountId: 1 }
  const mergePop = { ...all, apps: [12], mergedInto: 11 }
  const merge = (undoneBy: number | null, keys?: [number, number]): AppEnd => ({
    id: 2,
    kind: 'merge',
    undoneBy,
    subject: { app: 'pop', into: 'zap', ...(keys && { keys }) },
  })

  test.each<[string, [number, number] | undefined]>([
    ['whose entry names the keys of its apps', [12, 11]],
    ['of earlier versions, whose apps its figures tell', undefined],
  ])('%s, and of a later import restores both apps', async (_, keys) => {
    const site = await open()
    await site.put([on(1, '2'), on(1, '1', { app_id: 'pop' })])
    const before = await site.slices()
    await site.put([], { scope: mergePop })
    await site.put([on(1, '5')])
    expect(await site.undo(2, [merge(null, keys)])).toMatchObject({ restored: 0, kept: 2 })
    expect(await site.slices()).toEqual(['1 11 0 5 0'])
    expect(await site.undo(3, [merge(4, keys)])).toMatchObject({ restored: 2, removed: 0, kept: 0 })
    expect(await site.slices()).toEqual(before)
  })

  test('restores what a deletion ended before the merge, if it was undone meanwhile', async () => {
    const site = await open()
    await site.put([on(1, '1', { app_id: 'pop' })])
    await site.put([], { scope: { ...all, apps: [12] } })
    const ended: AppEnd = { ...merge(null, [12, 11]), id: 3 }
    await site.put([], { scope: mergePop })
    const none = { rows: 0, restored: 0, removed: 0, kept: 1, changes: [] }
    expect(await site.undo(2, [ended])).toEqual(none)
    expect(await site.undo(3, [ended])).toMatchObject({ restored: 1 })
    expect(await site.slices()).toEqual(['1 12 0 1 0'])
  })
})

describe('assertUndoable', () => {
  const entry = { id: 7, kind: 'import', undoneBy: null } as LedgerEntry

  test('returns an import that can be undone', () => {
    expect(assertUndoable(7, entry)).toBe(entry)
  })

  test.each<[string, object, LedgerEntry | undefined]>([
    ['unknown_import', { id: 7 }, undefined],
    ['import_is_undo', { id: 7 }, { ...entry, kind: 'undo' }],
    ['import_undone', { id: 7, undo: 9 }, { ...entry, undoneBy: 9 }],
  ])('refuses with %s', (code, facts, found) => {
    let refused: unknown
    try {
      assertUndoable(7, found)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code, facts })
  })
})
