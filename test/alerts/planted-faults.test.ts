import { expect, test } from 'vitest'
import { type OpenCause, step } from '../../src/alerts/episodes.ts'
import { type FigureRule, judge } from '../../src/alerts/judge.ts'
import { defaultRules, figureKinds, lastsMs } from '../../src/alerts/rule.ts'
import { demoDefaults } from '../../src/demo/demo-size.ts'
import { addDays, type Day, dayMs, parseDay } from '../../src/values/day.ts'
import { demoFigures } from './demo-figures.ts'
import { appCount, drawnFigures } from './drawn-figures.ts'
import { type Fault, ReportedStudio } from './reported-studio.ts'

const hourMs = 3_600_000
const firstDay = parseDay('2025-03-01')!
const yearDays = 365
const rules = defaultRules.filter((rule): rule is FigureRule =>
  figureKinds.includes(rule.kind as FigureRule['kind']),
)

interface Told {
  readonly rule: string
  readonly cause: string
  readonly atMs: number
  readonly days: readonly Day[]
}

/** All that the default rules tell in a year, with a look at each third hour. */
function tellYear(studio: ReportedStudio): Told[] {
  const told: Told[] = []
  const open = new Map<string, readonly OpenCause[]>()
  for (let atMs = firstDay * dayMs; atMs < (firstDay + yearDays) * dayMs; atMs += 3 * hourMs) {
    const looked = studio.lookAt(atMs)
    const judged = judge(rules.map((rule) => ({ rule, looked })))
    for (const { name, kind } of rules) {
      const after = step(open.get(name) ?? [], judged.get(name)!, atMs, lastsMs[kind])
      open.set(name, after.open)
      told.push(
        ...after.fired.map(({ cause, finding }) => ({
          rule: name,
          cause,
          atMs,
          days: finding.days,
        })),
      )
    }
  }
  return told
}

const fault = (day: number, lasts: number, rest: Omit<Fault, 'firstDay' | 'lastDay'>): Fault => ({
  firstDay: addDays(firstDay, day),
  lastDay: addDays(firstDay, day + lasts - 1),
  ...rest,
})

const restatedAtMs = (firstDay + 301) * dayMs + 6 * hourMs

/** A fault with the alert that tells it, and when it can be known first. */
interface Planted {
  readonly fault: Fault
  readonly rule: string
  readonly cause: string
  readonly knownMs: number
}

/** @param country one whose fall is more than 3 % of what the studio earns */
const plantedIn = (country: string): readonly Planted[] => [
  {
    fault: fault(100, 2, { network: 'applovin', isSilent: true }),
    rule: 'missing-report',
    cause: 'network applovin',
    knownMs: (firstDay + 101) * dayMs + 8 * hourMs,
  },
  {
    fault: fault(150, 3, { country, impressions: 0.65 }),
    rule: 'revenue-drop',
    cause: `country ${country}`,
    knownMs: (firstDay + 151) * dayMs + 8 * hourMs,
  },
  {
    fault: fault(200, 3, { network: 'admob', ecpm: 0.5 }),
    rule: 'ecpm',
    cause: 'network admob',
    knownMs: (firstDay + 201) * dayMs + 10 * hourMs,
  },
  {
    fault: fault(290, 8, {
      network: 'unityads',
      restated: { atMs: restatedAtMs, factor: 0.92 },
    }),
    rule: 'restated',
    cause: 'network unityads',
    knownMs: restatedAtMs,
  },
]

const seeds = [1, 2, 3]

function expectPlanted(told: readonly Told[], planted: readonly Planted[]): void {
  for (const { rule, cause, knownMs } of planted) {
    const found = told.filter((one) => one.rule === rule && one.cause === cause)
    const times = found.map(({ atMs }) => (atMs - knownMs) / hourMs)
    expect(
      times.some((hours) => hours >= 0 && hours <= 24),
      `${rule} ${cause}: ${times}`,
    ).toBe(true)
  }
}

/** Two false alarms in 100 app-months. @param told what was told of no fault */
function expectFew(told: readonly Told[], apps: number): void {
  const months = (apps * yearDays) / 30
  expect(told.length, JSON.stringify(told)).toBeLessThanOrEqual((2 * months) / 100)
}

const isOf =
  (planted: readonly Planted[]) =>
  ({ atMs }: Told) =>
    planted.some(
      ({ fault: { firstDay: first, lastDay, restated } }) =>
        atMs >= (restated?.atMs ?? first * dayMs) &&
        atMs <= (restated ? restated.atMs + dayMs : (lastDay + 3) * dayMs),
    )

const faultsOf = (planted: readonly Planted[]) => planted.map(({ fault }) => fault)

test.each(seeds)('studio %i: every planted fault is told within a day, and little else', (seed) => {
  const planted = plantedIn('DE')
  const told = tellYear(new ReportedStudio(drawnFigures(seed), seed, faultsOf(planted)))
  expectPlanted(told, planted)
  const isOfPlanted = isOf(planted)
  expectFew(
    told.filter((one) => !isOfPlanted(one)),
    appCount,
  )
})

test('the year of the demo: every planted fault is told within a day, and little else', () => {
  const demo = { firstDay: addDays(firstDay, -70), lastDay: addDays(firstDay, yearDays) }
  const figures = demoFigures(demo)
  const planted = plantedIn('US')
  const told = tellYear(new ReportedStudio(figures, 1, faultsOf(planted)))
  expectPlanted(told, planted)
  const isOfPlanted = isOf(planted)
  const others = told.filter((one) => !isOfPlanted(one))
  // The demo has causes of its own: outages, an app that is withdrawn, and a season that ends at the turn of the year.
  const missing = others.filter(({ rule }) => rule === 'missing-report')
  for (const { cause, days } of missing)
    expect(figures.cellsOf(cause.replace('network ', ''), days[0]!)).toEqual([])
  const isOfDemo = (one: Told) =>
    missing.includes(one) ||
    one.cause === `app_id ${withdrawnApp}` ||
    (one.rule === 'revenue-drop' && isTurnOfYear(one.days[0]!))
  expectFew(
    others.filter((one) => !isOfDemo(one)),
    demoDefaults.apps,
  )
})

const withdrawnApp = 200384

const isTurnOfYear = (day: Day): boolean =>
  day >= parseDay('2025-12-26')! && day <= parseDay('2026-01-15')!

test('a silent network is told once, and nothing on its days is called a drop', () => {
  const silent = plantedIn('DE')[0]!
  const told = tellYear(new ReportedStudio(drawnFigures(4), 4, [silent.fault]))
  const isThen = ({ atMs }: Told) =>
    atMs >= (silent.fault.firstDay + 1) * dayMs && atMs <= (silent.fault.lastDay + 2) * dayMs
  expect(told.filter(isThen)).toMatchObject([{ rule: 'missing-report', cause: 'network applovin' }])
})

test('where everything falls, the total is told, and names the rest', () => {
  const everywhere = fault(150, 3, { impressions: 0.7 })
  const told = tellYear(new ReportedStudio(drawnFigures(5), 5, [everywhere]))
  const isThen = ({ atMs }: Told) =>
    atMs >= everywhere.firstDay * dayMs && atMs <= (everywhere.lastDay + 2) * dayMs
  expect(told.filter(isThen)).toMatchObject([{ rule: 'revenue-drop', cause: 'total' }])
})
