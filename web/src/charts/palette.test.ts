import { expect, test } from 'vitest'
import { colourCount, groupColours, restColour } from './palette.ts'

test('a network has the same colour whatever other networks an account has', () => {
  const alone = groupColours('network', ['mintegral'])('mintegral')
  const colours = groupColours('network', ['zeta', 'mintegral', 'applovin', 'admob', 'aaa'])
  expect(colours('mintegral')).toBe(alone)
  const all = ['zeta', 'mintegral', 'applovin', 'admob', 'aaa'].map(colours)
  expect(new Set(all).size).toBe(5)
})

test('up to as many groups as there are colours differ, in any order', () => {
  const keys = Array.from({ length: colourCount }, (_, nth) => `app-${nth}`)
  const colours = groupColours('app_id', keys)
  expect(new Set(keys.map(colours)).size).toBe(colourCount)
  expect(keys.map(groupColours('app_id', keys.toReversed()))).toEqual(keys.map(colours))
})

test('all others, and groups without a series, share a colour', () => {
  const colours = groupColours('country', ['DE'])
  expect([colours(null), colours('FR')]).toEqual([restColour, restColour])
})
