import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../values/turns.ts'
import { explainChange, levels } from './contributions.ts'
import { effectNames } from './effects.ts'
import { type ChangeRow, Leaves } from './leaves.ts'
import { pairStates } from './reported.ts'
import { volumeEffects } from './split-change.ts'

const row = (
  side: ChangeRow['side'],
  state: ChangeRow['state'],
  key: string,
  impressions: number,
  micros: number,
): ChangeRow => {
  const [app, network, country] = key.split(' ') as [string, string, string]
  const amounts = { impressions: BigInt(impressions), revenueMicros: BigInt(micros) }
  return { app: Number(app), network, country, side, state, amounts }
}

function explain(rows: readonly ChangeRow[], limit = 10) {
  const leaves = new Leaves()
  for (const one of rows) leaves.add(one)
  return atOnce(explainChange(leaves, limit))
}

describe('a change of revenue', () => {
  test('is split into volume and price at the mean of both', () => {
    // 1,000 impressions at 2 become 1,500 at 3: 500 more at 2.5, and 1 more of 1,250.
    const { total } = explain([
      row('previous', 'compared', '1 admob US', 1_000, 2_000),
      row('current', 'compared', '1 admob US', 1_500, 4_500),
    ])
    expect(total.effects).toEqual({ volume: 1_250n, price: 1_250n, ...noOthers })
  })

  test('counts revenue without impressions as price', () => {
    const [came, went, corrected] = atOnce(
      volumeEffects([
        { key: 'a', before: micros(0, -5), now: micros(10, 30) },
        { key: 'b', before: micros(10, 30), now: micros(0, -5) },
        { key: 'c', before: micros(0, 7), now: micros(0, 9) },
      ]),
    )
    expect([came, went, corrected]).toEqual([30n, -30n, 0n])
  })

  test('has kinds of its own for what is new and ended, and leaves out what was reported once', () => {
    const { total, leftOut, breakdowns } = explain([
      row('previous', 'compared', '1 admob US', 10, 100),
      row('current', 'compared', '1 admob US', 20, 200),
      row('current', 'compared', '1 admob DE', 5, 40),
      row('previous', 'compared', '2 admob US', 5, 30),
      row('current', 'new', '1 fresh US', 5, 70),
      row('previous', 'ended', '2 gone US', 5, 20),
      row('current', 'unreported_before', '1 unity US', 5, 60),
      row('previous', 'unreported', '2 unity FR', 5, 10),
    ])
    expect(total).toMatchObject({
      current: micros(25, 240),
      previous: micros(15, 130),
      effects: { volume: 100n, price: 0n, new: 40n, ended: -30n },
    })
    expect(leftOut).toEqual({ current: micros(10, 130), previous: micros(10, 30) })
    const kinds = breakdowns.map(({ by, rows }) => [
      by.join(),
      ...rows.map(({ key, kind }) => `${Object.values(key).join(' ')} ${kind}`),
    ])
    expect(kinds).toEqual([
      ['app', '1 changed', '2 ended'],
      ['network', 'admob changed'],
      ['country', 'US changed', 'DE new'],
      ['app,network,country', '1 admob US changed', '1 admob DE new', '2 admob US ended'],
    ])
  })
})

const noOthers = { new: 0n, ended: 0n }
const micros = (impressions: number, revenue: number) => ({
  impressions: BigInt(impressions),
  revenueMicros: BigInt(revenue),
})

test('effects in whole micros are the exact ones, at most a micro off, with the rounded sum', () => {
  // Three times a third of a micro: one of them gets the whole one, the first by its key.
  const third = { before: micros(3, 1), now: micros(4, 1) }
  const exact = (1 / 2) * (1 / 3 + 1 / 4)
  const effects = atOnce(volumeEffects(['c', 'a', 'b'].map((key) => ({ key, ...third }))))
  expect(exact).toBeCloseTo(0.29)
  expect(effects).toEqual([0n, 1n, 0n])
})

const drawnRow = fc
  .record({
    side: fc.constantFrom('previous' as const, 'current' as const),
    state: fc.constantFrom(...pairStates),
    app: fc.integer({ min: 1, max: 3 }),
    network: fc.constantFrom('admob', 'ownnet', 'unity'),
    country: fc.constantFrom('US', 'DE', 'ZZ'),
    impressions: fc.oneof(fc.constant(0n), fc.bigInt(0n, 9n), fc.bigInt(0n, 2n ** 62n)),
    revenueMicros: fc.oneof(
      fc.constant(0n),
      fc.bigInt(-9n, 99n),
      fc.bigInt(-(2n ** 40n), 2n ** 62n),
    ),
  })
  .map(
    ({ impressions, revenueMicros, ...rest }): ChangeRow => ({
      ...rest,
      amounts: { impressions, revenueMicros },
    }),
  )

test('parts add up to the change, rows and others to the total, in any order of rows', () => {
  const drawn = fc.record({
    rows: fc.array(drawnRow, { maxLength: 60 }),
    limit: fc.integer({ min: 1, max: 8 }),
  })
  fc.assert(
    fc.property(drawn, ({ rows, limit }) => {
      const found = explain(rows, limit)
      const sumOf = (side: ChangeRow['side']) =>
        rows
          .filter((one) => one.side === side && one.state === 'compared')
          .reduce((sum, { amounts }) => sum + amounts.revenueMicros, 0n)
      expect(found.total.current.revenueMicros).toBe(sumOf('current'))
      expect(found.total.previous.revenueMicros).toBe(sumOf('previous'))
      expect(found.breakdowns.map(({ by }) => by)).toEqual(levels)
      for (const { rows: shown, others, by } of found.breakdowns) {
        expect(shown.length).toBeLessThanOrEqual(limit)
        const all = [...shown, ...(others ? [others] : [])]
        for (const one of [...all, found.total]) {
          const parts = effectNames.reduce((sum, name) => sum + one.effects[name], 0n)
          expect(parts).toBe(one.current.revenueMicros - one.previous.revenueMicros)
        }
        for (const name of effectNames) {
          const sum = all.reduce((sum, { effects }) => sum + effects[name], 0n)
          expect(sum).toBe(found.total.effects[name])
        }
        for (const { key, kind } of shown) {
          const own = rows.filter(
            (one) => one.state === 'compared' && by.every((member) => one[member] === key[member]),
          )
          expect(kind).toBe(naiveKind(own))
        }
      }
      expect(explain(rows.toReversed(), limit)).toEqual(found)
    }),
  )
})

/** The kind of a change, found by adding up each side. */
function naiveKind(rows: readonly ChangeRow[]): string {
  const has = (side: ChangeRow['side']) => {
    const found = rows.filter((one) => one.side === side)
    const impressions = found.reduce((sum, { amounts }) => sum + amounts.impressions, 0n)
    const revenue = found.reduce((sum, { amounts }) => sum + amounts.revenueMicros, 0n)
    return impressions !== 0n || revenue !== 0n
  }
  if (has('previous') && !has('current')) return 'ended'
  return has('current') && !has('previous') ? 'new' : 'changed'
}
