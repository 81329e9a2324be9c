import { describe, expect, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { type AppMonth, maxChangedMonths } from '../../src/reporting/report-store.ts'
import type { SliceScope } from '../../src/staging/staged-slices.ts'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { base, figure as figureOfMarch } from './contract-plans.ts'
import { type Figure, type OpenStore, put, readPlan, undoAt } from './stored-figures.ts'

const firstDay = parseDay('2026-02-28')!
const everything: SliceScope = { days: null, networks: null, accountId: 1 }
const plan: ReportPlan = {
  ...base,
  days: { firstDay, lastDay: firstDay },
  sums: ['impressions'],
}

/** Figures of app 11, which is of account 1; app 21 is of account 2. */
const figure = (more: Partial<Figure> = {}): Figure =>
  figureOfMarch({ day: firstDay, impressions: 5n, clicks: 1n, revenueMicros: 7n, ...more })

/** The states of single accounts, and what entries changed since. */
export function stateCases(open: () => Promise<OpenStore>): void {
  const opened = renewSite(open)

  const entryOf = async (account: number) => (await opened.store.states.of(account)).entry
  const changed = async (account: number, entry: number) => {
    const months = await opened.store.states.changedSince(account, entry)
    return months?.map(textOf).sort() ?? null
  }
  const textOf = ({ app, month }: AppMonth) => `${app} ${formatDay(month)}`
  const undo = (entry: number) => opened.slices.undo(entry, undoAt('2026-03-11T00:00:00Z'))

  test('the state of an account is that of the last entry which touched it', async () => {
    expect(await opened.store.states.of(1)).toEqual(await opened.store.states.after(0))
    await put(opened.slices, [figure()])
    await put(opened.slices, [figure({ app: 21 })])
    expect(await opened.store.states.of(1)).toEqual(await opened.store.states.after(1))
    expect(await opened.store.states.of(2)).toEqual(await opened.store.states.after(2))
    expect(await entryOf(3)).toBe(0)
    await put(opened.slices, [figure({ impressions: 9n }), figure({ app: 21, impressions: 9n })])
    expect([await entryOf(1), await entryOf(2)]).toEqual([3, 3])
  })

  const touches: Readonly<Record<string, () => Promise<unknown>>> = {
    'restates slices without changing them': () => put(opened.slices, [figure()]),
    'adds a slice': () => put(opened.slices, [figure({ network: 'zeta' })]),
    'ends slices': () => put(opened.slices, [], { scope: everything }),
    'deletes figures': () => put(opened.slices, [], { scope: everything, kind: 'deletion' }),
    'merges apps': () =>
      put(opened.slices, [], {
        scope: { ...everything, apps: [11], mergedInto: 12 },
        kind: 'merge',
      }),
    'undoes an import': () => undo(1),
    'restates a secondary report': () => put(opened.slices, [figure()], { report: 'mediation' }),
  }
  test.each(Object.entries(touches))(
    'an entry that %s touches its account only',
    async (_, touch) => {
      await put(opened.slices, [figure()])
      await put(opened.slices, [figure({ app: 21 })])
      const before = await opened.store.states.of(2)
      await touch()
      expect(await entryOf(1)).toBe(3)
      expect(await opened.store.states.of(2)).toEqual(before)
    },
  )

  test('an undo touches the account that only the undone import touched', async () => {
    await put(opened.slices, [figure()])
    const { importId } = await put(opened.slices, [figure({ network: 'zeta' })])
    await put(opened.slices, [figure({ app: 21 })])
    await undo(importId)
    expect([await entryOf(1), await entryOf(2)]).toEqual([4, 3])
  })

  test('a report of the state of an account is read from the current rows or from past ones', async () => {
    await put(opened.slices, [figure()])
    const { entry, version } = await opened.store.states.of(1)
    const expected = { version, rows: [{ keys: [], sums: { impressions: 5n } }] }
    await put(opened.slices, [figure({ app: 21, impressions: 8n })])
    expect(await readPlan(opened.store, { ...plan, entry })).toMatchObject(expected)
    await put(opened.slices, [figure({ impressions: 6n })])
    expect(await readPlan(opened.store, { ...plan, entry })).toMatchObject(expected)
  })

  test('a removed account has no state, and what changed since is unknown', async () => {
    await put(opened.slices, [figure(), figure({ app: 21 })])
    await put(opened.slices, [figure()], { report: 'mediation' })
    await opened.slices.removeAccount(1, async () => undefined)
    expect([await entryOf(1), await entryOf(2)]).toEqual([0, 1])
    expect(await changed(1, 2)).toBeNull()
    expect(await changed(2, 1)).toEqual([])
  })

  describe('what changed since an entry', () => {
    test('are apps and months of the account', async () => {
      await put(opened.slices, [figure(), figure({ app: 12 }), figure({ app: 21 })])
      expect(await changed(1, 0)).toEqual(['11 2026-02-01', '12 2026-02-01'])
      expect(await changed(1, 1)).toEqual([])
      await put(opened.slices, [figure({ day: addDays(firstDay, 1) }), figure({ impressions: 6n })])
      await put(opened.slices, [figure({ app: 21, day: addDays(firstDay, 1) })])
      expect(await changed(1, 1)).toEqual(['11 2026-02-01', '11 2026-03-01'])
      expect(await changed(2, 1)).toEqual(['21 2026-03-01'])
    })

    test('are not slices that were stated as they are', async () => {
      await put(opened.slices, [figure(), figure({ app: 12 })])
      await put(opened.slices, [figure(), figure({ app: 12, clicks: 2n })])
      expect(await changed(1, 1)).toEqual(['12 2026-02-01'])
    })

    test('are slices whose requests alone changed', async () => {
      await put(opened.slices, [figure({ requests: 1n })])
      await put(opened.slices, [figure({ requests: 2n })])
      expect(await changed(1, 1)).toEqual(['11 2026-02-01'])
    })

    test('are slices that ended, were merged, or returned with an undo', async () => {
      await put(opened.slices, [figure(), figure({ app: 12 }), figure({ app: 13 })])
      await put(opened.slices, [figure({ app: 13 })], { scope: { ...everything, apps: [13, 12] } })
      expect(await changed(1, 1)).toEqual(['12 2026-02-01'])
      await undo(2)
      expect(await changed(1, 2)).toEqual(['12 2026-02-01'])
      const merge = { ...everything, apps: [11], mergedInto: 12 }
      await put(opened.slices, [], { scope: merge, kind: 'merge' })
      expect(await changed(1, 3)).toEqual(['11 2026-02-01', '12 2026-02-01'])
      await undo(4)
      expect(await changed(1, 4)).toEqual(['11 2026-02-01', '12 2026-02-01'])
    })

    test('are not figures of a secondary report, which has its own', async () => {
      await put(opened.slices, [figure()])
      await put(opened.slices, [figure({ app: 12 })], { report: 'mediation' })
      expect(await changed(1, 1)).toEqual([])
      expect(await entryOf(1)).toBe(2)
    })

    test('is not listed when it is too much', async () => {
      const months = Math.ceil(maxChangedMonths / 9) + 1
      const days = Array.from({ length: months }, (_, nth) =>
        addDays(parseDay('1990-01-15')!, nth * 31),
      )
      const apps = [10, 11, 12, 13, 14, 15, 16, 17, 18]
      await put(
        opened.slices,
        days.flatMap((day) => apps.map((app) => figure({ day, app }))),
      )
      expect(await opened.store.states.changedSince(1, 0)).toBeNull()
      await put(opened.slices, [figure({ day: days[0]! })])
      expect(await changed(1, 1)).toEqual([])
    })
  })
}
