import { describe, expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import { findTie, ruleFor, rulesOf, type ShareRule, termsText } from './share-rule.ts'

const day = (text: string) => parseDay(text)!
let number = 0
const rule = (part: Partial<ShareRule> = {}): ShareRule => ({
  number: part.number ?? ++number,
  partnerId: 1,
  terms: { kind: 'percent', percentUnits: 700_000, floorEcpmMicros: null },
  app: null,
  network: null,
  country: null,
  format: null,
  firstDay: null,
  lastDay: null,
  addedIn: 1,
  endedIn: null,
  reason: null,
  ...part,
})
const row = { app: 7, network: 'admob', country: 'US', format: 'rewarded' }

describe('the rule of a row', () => {
  const base = rule()
  const inUs = rule({ country: 'US' })
  const appInUs = rule({ app: 7, country: 'US', firstDay: day('2026-03-01') })
  const rules = rulesOf([base, inUs, appInUs], null)

  test.each([
    ['2026-03-01', row, appInUs],
    ['2026-02-28', row, inUs],
    ['2026-03-01', { ...row, app: 8 }, inUs],
    ['2026-03-01', { ...row, country: 'DE' }, base],
  ] as const)('on %s is the one with the most conditions', (text, asked, expected) => {
    expect(ruleFor(rules, asked, day(text))).toBe(expected)
  })

  test('may be none', () => {
    expect(ruleFor(rulesOf([rule({ format: 'banner' })], null), row, day('2026-03-01'))).toBeNull()
  })

  test('is one of the asked version', () => {
    const ended = rule({ addedIn: 2, endedIn: 4 })
    const later = rule({ addedIn: 4 })
    expect([1, 2, 3, 4, null].map((version) => rulesOf([ended, later], version))).toEqual([
      [],
      [ended],
      [ended],
      [later],
      [later],
    ])
  })
})

describe('a tie', () => {
  test.each<[string, Partial<ShareRule>, Partial<ShareRule>, boolean]>([
    ['of the same conditions', {}, {}, true],
    ['of other labels', { country: 'US' }, { app: 7 }, true],
    ['of another value', { country: 'US' }, { country: 'DE' }, false],
    ['with a more specific rule', {}, { country: 'US' }, false],
    ['on other days', { lastDay: day('2026-02-28') }, { firstDay: day('2026-03-01') }, false],
    ['on one common day', { lastDay: day('2026-03-01') }, { firstDay: day('2026-03-01') }, true],
  ])('%s', (_, one, other, isTie) => {
    expect(findTie([rule(one), rule(other)]) !== null).toBe(isTie)
  })

  test('is decided by a rule with the conditions of both, on all common days', () => {
    const [inUs, ofApp] = [rule({ country: 'US', firstDay: day('2026-03-01') }), rule({ app: 7 })]
    const both = { app: 7, country: 'US' }
    expect(findTie([inUs, ofApp, rule({ ...both, firstDay: day('2026-03-01') })])).toBeNull()
    expect(findTie([inUs, ofApp, rule({ ...both, firstDay: day('2026-03-02') })])).not.toBeNull()
  })
})

test.each([
  [{ kind: 'percent', percentUnits: 725_000, floorEcpmMicros: null }, '72.5 %'],
  [{ kind: 'percent', percentUnits: 0, floorEcpmMicros: 1_250_000n }, '0 %, eCPM at least 1.25'],
  [{ kind: 'ecpm', ecpmMicros: 2_500_000n }, 'eCPM 2.5'],
] as const)('terms are written for people: %#', (terms, text) => {
  expect(termsText(terms)).toBe(text)
})
