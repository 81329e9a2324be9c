import { describe, expect, test } from 'vitest'
import { countries, isCountry, packCountry, packedCountries, unknownCountry } from './country.ts'

describe('countries', () => {
  test('are the 249 of ISO 3166-1, Kosovo and the unknown one, in alphabetical order', () => {
    expect(countries.length).toBe(251)
    expect([...countries].sort()).toEqual(countries)
    expect(new Set(countries).size).toBe(251)
    for (const code of ['US', 'XK', 'ZZ', 'SS', 'BQ', 'AX']) expect(isCountry(code)).toBe(true)
    expect(unknownCountry).toBe('ZZ')
  })

  test.each(['us', 'UK', 'EU', 'XX', 'USA', 'U', '', 'ß', 'ＵＳ'])('%j is none', (text) => {
    expect(isCountry(text)).toBe(false)
  })
})

describe('a packed country', () => {
  test('is read back unchanged', () => {
    for (const code of countries) expect(packedCountries[packCountry(code)]).toBe(code)
  })

  test('sorts like its code', () => {
    const packed = countries.map(packCountry)
    expect([...packed].sort((a, b) => a - b)).toEqual(packed)
    expect([packCountry('AA'), packCountry('ZZ')]).toEqual([0, 675])
  })
})
