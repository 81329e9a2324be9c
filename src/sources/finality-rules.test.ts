import { expect, test } from 'vitest'
import { connectors } from './all-connectors.ts'
import { sources } from './all-sources.ts'
import { networkFinality } from './finality-rules.ts'

test('no day is final while its connector asks for it again', () => {
  for (const { source, days } of connectors.values()) {
    const rule = networkFinality().get(sources.get(source)!.network)!
    expect(rule.days, source).toBeGreaterThan(Math.max(days.reread, days.sweep ?? 0) + 1)
  }
})

test("Google's days are final when invalid traffic is deducted after the month", () => {
  for (const network of ['admob', 'google_ad_manager']) {
    expect(networkFinality().get(network)).toMatchObject({ days: 32, daysAfterMonth: 15 })
  }
  expect(networkFinality().get('mintegral')).toMatchObject({ days: 32, daysAfterMonth: null })
  expect(networkFinality().get('vungle')).toMatchObject({ days: 9, daysAfterMonth: null })
})

test('a network has one rule, with the document that tells it', () => {
  const declared = [...sources.values()].filter(({ finality }) => finality)
  expect(new Set(declared.map(({ network }) => network)).size).toBe(declared.length)
  for (const { finality } of declared) {
    expect(finality).toMatchObject({
      document: expect.stringMatching(/^https:/),
      readOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  }
})
