import { describe, expect, test } from 'vitest'
import type { Judgement } from '../../src/alerts/finding.ts'
import { type FigureRule, judge } from '../../src/alerts/judge.ts'
import { judgeEcpm, judgeRevenue } from '../../src/alerts/judge-change.ts'
import { judgeMissing } from '../../src/alerts/judge-missing.ts'
import { judgeRestated } from '../../src/alerts/judge-restated.ts'
import { usualSettings } from '../../src/alerts/rule.ts'
import { addDays } from '../../src/values/day.ts'
import { type Cell, lookOf, type Reports, steady, today } from './look-of.ts'

const found = (judgements: readonly Judgement[]) =>
  judgements.flatMap(({ cause, finding }) => (finding ? [cause] : []))

/** Yesterday with its own figures, and all days before it as usual. */
const since = (usual: Cell, yesterday: Cell | null) =>
  steady((age) => (age === 1 ? yesterday : usual))

describe('a report is late', () => {
  const days = (reported: (age: number) => boolean) =>
    steady((age) => (reported(age) ? { revenue: 100 } : null))
  const all = { admob: days(() => true) }
  const withoutYesterday = { admob: days((age) => age > 1) }
  const late = (weekly: (weeks: number) => Reports | null, now: Reports = withoutYesterday) =>
    found(judgeMissing(lookOf(now, weekly)))

  test('when by this hour it was there in all but one of the last weeks', () => {
    expect(late(() => all)).toEqual(['network admob'])
    expect(late((weeks) => (weeks === 2 ? withoutYesterday : all))).toEqual(['network admob'])
  })

  test('but not where it often comes later', () => {
    expect(late((weeks) => (weeks <= 2 ? withoutYesterday : all))).toEqual([])
  })

  test('after two whole days where the past is unknown', () => {
    expect(late(() => null)).toEqual([])
    expect(late(() => null, { admob: days((age) => age > 2) })).toEqual(['network admob'])
  })

  test('but not of a network that is not in use', () => {
    expect(late(() => all, { admob: days((age) => age > 1 && age % 2 === 0) })).toEqual([])
    expect(late(() => all, { admob: days((age) => age > 14) })).toEqual(['network admob'])
    expect(late(() => all, { admob: days((age) => age > 15) })).toEqual([])
  })
})

describe('revenue drops', () => {
  const usual = { revenue: 100 }
  const drops = (now: Reports, weekly: (weeks: number) => Reports | null) =>
    judgeRevenue(lookOf(now, weekly), usualSettings.revenue_drop)
  const ofNetworks = { ...usualSettings.revenue_drop, subjects: ['network'] } as const
  const drop = (yesterday: number, past: (weeks: number) => number) =>
    found(
      judgeRevenue(
        lookOf({ admob: since(usual, { revenue: yesterday }) }, (weeks) => ({
          admob: since(usual, { revenue: past(weeks) }),
        })),
        ofNetworks,
      ),
    )

  test('by the percentage of the rule', () => {
    expect(drop(70, () => 100)).toEqual(['network admob'])
    expect(drop(71, () => 100)).toEqual([])
  })

  test('but not where a day is as young as the same weekdays were', () => {
    expect(drop(50, () => 50)).toEqual([])
  })

  test('but not where the same weekdays differ as much', () => {
    expect(drop(60, (weeks) => [100, 70, 130, 100][weeks - 1]!)).toEqual([])
  })

  test('but not where too little is known', () => {
    const now = { admob: since(usual, { revenue: 10 }) }
    const known = (count: number) => (weeks: number) =>
      weeks <= count ? { admob: since(usual, usual) } : null
    expect(drops(now, known(2))).toEqual([])
    expect(found(drops(now, known(3)))).not.toEqual([])
  })

  test('but never because a network is missing', () => {
    const both = { admob: since(usual, usual), vungle: since(usual, usual) }
    const now = { admob: since(usual, usual), vungle: since(usual, null) }
    expect(found(drops(now, () => both))).toEqual([])
    const halved = { ...now, admob: since(usual, { revenue: 50 }) }
    expect(found(drops(halved, () => both))).toEqual([])
  })

  test('and the greatest one is told where the same money is missing', () => {
    const cell = (inGermany: number): Cell => ({
      revenue: 100 + inGermany,
      apps: { 7: (100 + inGermany) / 2, 8: (100 + inGermany) / 2 },
      countries: { US: 100, DE: inGermany },
    })
    const judgements = drops({ admob: since(cell(100), cell(20)) }, () => ({
      admob: since(cell(100), cell(100)),
    }))
    expect(found(judgements)).toEqual(['country DE'])
    const told = judgements.find(({ finding }) => finding)!.finding!
    expect(told.days).toEqual([addDays(today, -1)])
    expect(told.also).toContainEqual({ of: 'app_id', key: 7 })
  })

  test('and the total is told where everything falls', () => {
    const cell = (factor: number): Cell => ({
      revenue: 200 * factor,
      apps: { 7: 120 * factor, 8: 80 * factor },
      countries: { US: 100 * factor, DE: 100 * factor },
    })
    const judgements = drops({ admob: since(cell(1), cell(0.5)) }, () => ({
      admob: since(cell(1), cell(1)),
    }))
    expect(found(judgements)).toEqual(['total'])
  })
})

describe('eCPM is unusual', () => {
  const usual = { revenue: 100, impressions: 100_000 }
  const look = (yesterday: Cell, past: Cell = usual) =>
    lookOf({ admob: since(usual, yesterday) }, () => ({ admob: since(usual, past) }))
  const ecpm = (yesterday: Cell, past?: Cell) =>
    judgeEcpm(look(yesterday, past), usualSettings.ecpm).judgements

  test('lower or higher', () => {
    const [lower] = ecpm({ ...usual, revenue: 50 })
    expect(lower!.finding).toMatchObject({ ecpmMicros: 500_000n, expectedEcpmMicros: 1_000_000n })
    expect(found(ecpm({ ...usual, revenue: 150 }))).toEqual(['network admob'])
    expect(found(ecpm({ ...usual, revenue: 80 }))).toEqual([])
  })

  test('but not where only impressions are fewer, or there are too few', () => {
    expect(found(ecpm({ revenue: 50, impressions: 50_000 }))).toEqual([])
    expect(ecpm({ revenue: 5, impressions: 9_999 })).toEqual([])
  })

  test('but not where other networks saw the same change that day', () => {
    const cells = { revenue: 100, impressions: 50_000 }
    const prices = (admob: number, others: number): Reports => ({
      admob: since(cells, { ...cells, revenue: admob }),
      applovin: since(cells, { ...cells, revenue: others }),
      unityads: since(cells, { ...cells, revenue: others }),
    })
    const told = (admob: number, others: number) =>
      found(
        judgeEcpm(
          lookOf(prices(admob, others), () => prices(100, 100)),
          usualSettings.ecpm,
        ).judgements,
      )
    expect(told(50, 100)).toEqual(['network admob'])
    expect(told(50, 50)).toEqual([])
    // A network whose price stays while it halves elsewhere is not usual either.
    expect(told(100, 50)).toEqual(['network admob'])
  })

  test('and is not told as a drop of revenue once more', () => {
    const ruleOf = (kind: 'ecpm' | 'revenue_drop'): FigureRule => ({
      name: kind,
      kind,
      isOn: true,
      settings: { ...usualSettings[kind], subjects: ['network'] },
    })
    const drops = (yesterday: Cell, ...kinds: ('ecpm' | 'revenue_drop')[]) => {
      const looked = look(yesterday)
      return found(
        judge(kinds.map((kind) => ({ rule: ruleOf(kind), looked }))).get('revenue_drop')!,
      )
    }
    const cheaper = { ...usual, revenue: 50 }
    expect(drops(cheaper, 'revenue_drop')).toEqual(['network admob'])
    expect(drops(cheaper, 'revenue_drop', 'ecpm')).toEqual([])
    const fewer = { revenue: 50, impressions: 50_000 }
    expect(drops(fewer, 'revenue_drop', 'ecpm')).toEqual(['network admob'])
  })
})

describe('figures are restated', () => {
  const usual = { admob: steady(() => ({ revenue: 100 })) }
  /** What was known a day before is a day younger then. */
  const restated = (age: number, revenue: number, before: Reports | null = usual) => {
    const now = { admob: steady((of) => ({ revenue: of === age ? revenue : 100 })) }
    return judgeRestated(
      lookOf(now, () => null, before),
      usualSettings.restated,
    )
  }

  test('where a network changed a day that was known a day before', () => {
    const [judgement] = restated(20, 92)
    expect(judgement!.finding).toMatchObject({
      days: [addDays(today, -20)],
      revenueMicros: 92_000_000n,
      expectedMicros: 100_000_000n,
    })
  })

  test('but not by little, and not while the day is counted', () => {
    expect(found(restated(20, 96))).toEqual([])
    expect(found(restated(2, 50))).toEqual([])
    expect(found(restated(4, 50))).toEqual(['network admob'])
  })

  test('but not where days of this age usually change as much', () => {
    /** Yesterday is half as large as it will be a day later. */
    const counted = (last: number) =>
      steady((age) => ({ revenue: age === 1 ? 50 : age === 2 ? last : 100 }))
    const growing = (last: number) =>
      judgeRestated(
        lookOf(
          { admob: counted(last) },
          () => ({ admob: counted(100) }),
          { admob: counted(100) },
          () => ({ admob: counted(100) }),
        ),
        usualSettings.restated,
      )
    expect(found(growing(100))).toEqual([])
    expect(found(growing(120))).toEqual(['network admob'])
  })

  test('and it ends after a day; nothing is known where the day before is not', () => {
    const before = { admob: steady((of) => ({ revenue: of === 19 ? 92 : 100 })) }
    expect(restated(20, 92, before)).toEqual([{ cause: 'network admob', finding: null }])
    expect(restated(20, 92, null)).toEqual([])
  })
})
