import { expect, test } from 'vitest'
import { valueNames } from '../reports/names.ts'
import { makeFormats } from './formats.ts'
import { countryName, networkName, platformName } from './names.ts'
import { visible } from './visible.ts'

test('countries, networks and platforms have names', () => {
  expect([countryName('US'), countryName('XK'), countryName('ZZ')]).toEqual([
    ...['United States', 'Kosovo', 'Unknown country'],
  ])
  expect([networkName('admob'), platformName('ios')]).toEqual(['AdMob', 'iOS'])
})

test('whatever has no name is shown as it is', () => {
  const strange = ['USA', 'us', 'x', '', '1', '__proto__', 'constructor', 'toString', '\u0000']
  const nameOf = valueNames(makeFormats('en', 'USD'), [])
  for (const by of ['network', 'country', 'app_id', 'platform']) {
    const shown = strange.map((one) => (by === 'app_id' ? visible(one) : one))
    expect(strange.map((one) => nameOf(by, one))).toEqual(shown)
  }
})
