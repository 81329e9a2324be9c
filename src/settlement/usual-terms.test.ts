import { expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import { dueDay, termsFor } from './terms.ts'
import { usualTermsFor } from './usual-terms.ts'

test.each([
  ['admob', 'USD', 'USD', 100n],
  ['admob', 'EUR', 'EUR', 70n],
  ['admob', 'JPY', 'USD', 100n],
  ['unityads', 'EUR', 'USD', 100n],
  ['inmobi', 'EUR', 'USD', 0n],
])('%s pays an account in %s from %s %d on', (network, account, currency, minimum) => {
  const terms = usualTermsFor(account).get(network)!
  expect(terms).toMatchObject({ currency, minimumMicros: minimum * 1_000_000n })
})

test('the window from the 21st to the 26th ends on the 26th, after short months too', () => {
  for (const [month, due] of [
    ['2026-02-01', '2026-03-26'],
    ['2026-03-01', '2026-04-26'],
  ] as const) {
    const terms = termsFor([], usualTermsFor('USD'), 'admob', parseDay(month)!)!
    expect(dueDay(parseDay(month)!, terms)).toBe(parseDay(due))
  }
})

test('a network without a documented rule has no usual terms', () => {
  expect(termsFor([], usualTermsFor('USD'), 'applovin', parseDay('2026-03-01')!)).toBeNull()
})
