import { expect, test } from 'vitest'
import { breakdowns } from '../view/view.ts'
import { countryName, groupNames, networkName, platformName } from './names.ts'
import { visible } from './visible.ts'

test('countries, networks and platforms have names', () => {
  expect([countryName('US'), countryName('XK'), countryName('ZZ')]).toEqual([
    ...['United States', 'Kosovo', 'Unknown country'],
  ])
  expect([networkName('admob'), platformName('ios')]).toEqual(['AdMob', 'iOS'])
})

test('whatever has no name is shown as it is', () => {
  const strange = ['USA', 'us', 'x', '', '1', '__proto__', 'constructor', 'toString', '\u0000']
  for (const by of breakdowns.filter((one) => one !== 'ad_format')) {
    const shown = strange.map((one) => (by === 'app_id' ? visible(one) : one))
    expect(strange.map(groupNames(by, []))).toEqual(shown)
  }
})
