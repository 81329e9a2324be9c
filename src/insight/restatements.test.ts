import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, parseDay } from '../values/day.ts'
import { atOnce } from '../values/turns.ts'
import { driftOf as stepsOfDrift } from './drift.ts'
import { type EntryChange, restatedDays as stepsOfDays } from './restatements.ts'

const restatedDays = (changes: readonly EntryChange[]) => atOnce(stepsOfDays(changes))
const driftOf = (...given: Parameters<typeof stepsOfDrift>) => atOnce(stepsOfDrift(...given))

const march = (day: number) => parseDay(`2026-03-${String(day).padStart(2, '0')}`)!

const changed = (slices: number, micros: number) => ({
  slices,
  impressions: BigInt(10 * micros),
  revenueMicros: BigInt(micros),
})

/** An import at 06:00 of a day of March; what it changed of 1 March. */
function change(
  id: number,
  on: number,
  what: Partial<
    Record<'added' | 'restated' | 'removed', readonly [slices: number, micros: number]>
  >,
  more: Partial<EntryChange['entry']> &
    Partial<Pick<EntryChange, 'network' | 'sourceBefore'>> & {
      readonly day?: number
    } = {},
): EntryChange {
  const { network = 'admob', day = 1, sourceBefore = null, ...entry } = more
  return {
    day: march(day),
    network,
    entry: {
      id,
      kind: 'import',
      undoes: null,
      undoneBy: null,
      source: 'admob',
      committedAtMs: march(on) * dayMs + 6 * 3_600_000,
      ...entry,
    },
    sourceBefore,
    added: changed(...(what.added ?? [0, 0])),
    restated: changed(...(what.restated ?? [0, 0])),
    removed: changed(...(what.removed ?? [0, 0])),
  }
}

/** First reports, restatements, other changes and figures now, in micros. */
const partsOf = (changes: readonly EntryChange[]) =>
  restatedDays(changes).map(({ first, restated, other, now }) =>
    [first, restated, other, now].map((one) => one && Number(one.revenueMicros)),
  )

describe('a day', () => {
  test('that is reported is not restated, however late an app comes', () => {
    const changes = [change(1, 2, { added: [2, 100] }), change(2, 9, { added: [1, 30] })]
    expect(partsOf(changes)).toEqual([[130, 0, 0, 130]])
    const [{ steps }] = restatedDays(changes) as [ReturnType<typeof restatedDays>[number]]
    expect(steps).toMatchObject([
      { entry: 1, ageDays: 1, first: { revenueMicros: 100n }, restated: null },
      { entry: 2, ageDays: 8, first: { revenueMicros: 30n }, restated: null },
    ])
  })

  test('is restated by other figures of a slice, and by the end of one', () => {
    const changes = [
      change(1, 2, { added: [2, 100] }),
      change(2, 3, { restated: [1, 8] }),
      change(3, 4, { restated: [1, -3], removed: [1, -40], added: [1, 5] }),
    ]
    expect(partsOf(changes)).toEqual([[105, -35, 0, 70]])
  })

  test('is restated when rows move without changing a total', () => {
    const [day] = restatedDays([
      change(1, 2, { added: [1, 100] }),
      change(2, 3, { restated: [1, 0] }),
    ])
    expect(day!.steps[1]!.restated).toMatchObject({ revenueMicros: 0n })
  })

  test('is not restated by undos, the imports that they withdrew, deletions and merges', () => {
    const undone = [
      change(1, 2, { added: [1, 100] }),
      change(2, 3, { restated: [1, 900] }, { undoneBy: 3 }),
      change(3, 3, { restated: [1, -900] }, { kind: 'undo', undoes: 2 }),
      change(4, 4, { restated: [1, 7] }),
    ]
    expect(partsOf(undone)).toEqual([[100, 7, 0, 107]])
    const managed = [
      change(1, 2, { added: [2, 100] }),
      change(2, 3, { removed: [1, -60] }, { kind: 'deletion' }),
      change(3, 3, { added: [1, 25] }, { kind: 'merge' }),
    ]
    expect(partsOf(managed)).toEqual([[100, 0, -35, 65]])
  })

  test('is not restated by a report of another source, and is by the next one of that source', () => {
    const changes = [
      change(1, 2, { added: [3, 100] }, { source: 'applovin-max' }),
      // One app's figures are MAX's, another's have always been AdMob's.
      change(2, 3, { restated: [2, 40] }, { sourceBefore: 'applovin-max' }),
      change(2, 3, { restated: [1, 7] }, { sourceBefore: 'admob' }),
      change(3, 4, { restated: [3, -4] }, { sourceBefore: 'admob' }),
    ]
    expect(partsOf(changes)).toEqual([[100, 3, 40, 143]])
    const [{ steps }] = restatedDays(changes) as [ReturnType<typeof restatedDays>[number]]
    expect(steps).toMatchObject([
      { entry: 1, restated: null, replaced: null },
      {
        entry: 2,
        restated: { revenueMicros: 7n },
        replaced: { source: 'applovin-max', revenueMicros: 40n },
      },
      { entry: 3, restated: { revenueMicros: -4n }, replaced: null },
    ])
    expect(driftOf(restatedDays(changes), march(20))).toMatchObject([
      { restatedDays: 1, replacedDays: 1, restatedMicros: 3n, otherMicros: 40n },
    ])
  })

  test('keeps the restatement of an import whose undo left the day as it was', () => {
    const changes = [
      change(1, 2, { added: [1, 100] }),
      change(2, 3, { restated: [1, 5] }, { undoneBy: 4 }),
      change(3, 4, { restated: [1, 6] }),
      // The undo changed another day only.
      change(4, 5, { restated: [1, -9] }, { kind: 'undo', undoes: 2, day: 2 }),
    ]
    expect(partsOf(changes)[0]).toEqual([100, 11, 0, 111])
  })

  test('without figures is unknown now, and not zero', () => {
    const changes = [
      change(1, 2, { added: [1, 100] }, { undoneBy: 2 }),
      change(2, 2, { removed: [1, -100] }, { kind: 'undo', undoes: 1 }),
    ]
    expect(partsOf(changes)).toEqual([[0, 0, 0, null]])
    const zeros = [change(1, 2, { added: [1, 0] })]
    expect(partsOf(zeros)).toEqual([[0, 0, 0, 0]])
  })

  test('has parts that add up to its figures, whatever happened', () => {
    const part = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -1_000, max: 1_000 }))
    const drawn = fc.record({
      added: part,
      restated: part,
      removed: part,
      kind: fc.constantFrom('import', 'undo', 'deletion', 'merge'),
      undoneBy: fc.option(fc.integer({ min: 1, max: 8 })),
      network: fc.constantFrom('admob', 'unityads'),
      sourceBefore: fc.constantFrom(null, 'admob', 'applovin-max'),
    })
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 8 }), (entries) => {
        const changes = entries.map(({ kind, undoneBy, network, sourceBefore, ...what }, place) =>
          change(place + 1, 2 + place, what, { kind, undoneBy, network, sourceBefore } as never),
        )
        const days = restatedDays(changes)
        for (const { network, first, restated, other, now } of days) {
          const own = changes.filter((one) => one.network === network)
          const sum = own
            .flatMap(({ added, restated, removed }) => [added, restated, removed])
            .reduce((all, one) => all + one.revenueMicros, 0n)
          const parts = [first, restated, other].reduce((all, one) => all + one.revenueMicros, 0n)
          expect(parts).toBe(sum)
          if (now) expect(now.revenueMicros).toBe(sum)
        }
        expect(days.length).toBe(new Set(changes.map(({ network }) => network)).size)
      }),
    )
  })
})

describe('drift', () => {
  const drifts = (changes: readonly EntryChange[], today: number) =>
    driftOf(restatedDays(changes), march(today)).map(({ network, drifts }) => [
      network,
      ...drifts.map(({ ageDays, days, firstMicros, restatedMicros }) =>
        [ageDays, days, firstMicros, restatedMicros].join(' '),
      ),
    ])

  test('is what was restated up to an age, of what was first reported by then', () => {
    const changes = [
      change(1, 2, { added: [1, 1_000] }),
      change(2, 3, { restated: [1, 10] }),
      change(3, 4, { restated: [1, 8] }),
    ]
    expect(drifts(changes, 6)).toEqual([
      ['admob', '1 1 1000 0', '2 1 1000 10', '3 1 1000 18', '4 1 1000 18'],
    ])
  })

  test('of an age has only days that are older, and were reported by then', () => {
    const changes = [
      change(1, 2, { added: [1, 1_000] }),
      // Imported late.
      change(2, 5, { added: [1, 500] }, { day: 2 }),
      change(3, 5, { restated: [1, 50] }),
      // On 6 March, the day before has age 1, which is not over.
      change(4, 6, { added: [1, 70] }, { day: 5 }),
    ]
    expect(drifts(changes, 6)).toEqual([
      ['admob', '1 1 1000 0', '2 1 1000 0', '3 2 1500 0', '4 1 1000 50'],
    ])
  })

  test('tells how much, how often and how late a network restates', () => {
    const changes = [
      change(1, 2, { added: [1, 1_000] }),
      change(2, 9, { restated: [1, -20] }),
      change(3, 9, { added: [1, 1_000] }, { day: 8 }),
      change(4, 9, { added: [1, 5] }, { network: 'unityads' }),
    ]
    expect(driftOf(restatedDays(changes), march(10))).toMatchObject([
      {
        network: 'admob',
        days: 2,
        restatedDays: 1,
        lastAgeDays: 8,
        firstMicros: 2_000n,
        restatedMicros: -20n,
        otherMicros: 0n,
        nowMicros: 1_980n,
      },
      { network: 'unityads', days: 1, restatedDays: 0, lastAgeDays: null, nowMicros: 5n },
    ])
  })

  test('leaves out networks of which every import was undone', () => {
    const changes = [
      change(1, 2, { added: [1, 100] }, { undoneBy: 2 }),
      change(2, 2, { removed: [1, -100] }, { kind: 'undo', undoes: 1 }),
    ]
    expect(drifts(changes, 9)).toEqual([])
  })
})
