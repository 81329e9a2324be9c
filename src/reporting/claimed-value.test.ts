import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClaimUnit, isValueOf } from './claimed-value.ts'

const isSaid = (
  exact: string,
  value: string,
  unit: ClaimUnit = 'one',
  decimals: number | null = null,
) => isValueOf(exact, { value, unit, decimals })

describe('a claim', () => {
  test('is right when it is the value to the places that it has', () => {
    expect(isSaid('1234.567891', '1234.57')).toBe(true)
    expect(isSaid('1234.567891', '1234.56')).toBe(false)
    expect(isSaid('1234.567891', '1235')).toBe(true)
    expect(isSaid('1234.567891', '1234')).toBe(false)
    expect(isSaid('-0.05', '-0.1')).toBe(true)
    expect(isSaid('5', '-5')).toBe(false)
  })

  test('may round a middle up or down', () => {
    for (const value of ['0.1', '0.2']) expect(isSaid('0.15', value)).toBe(true)
  })

  test('has a unit', () => {
    expect(isSaid('12345678', '12.3', 'million')).toBe(true)
    expect(isSaid('12345678', '12.4', 'million')).toBe(false)
    expect(isSaid('0.0731', '7.3', 'percent')).toBe(true)
    expect(isSaid('0.0731', '7.31', 'percent')).toBe(true)
    expect(isSaid('12.5', '1250', 'cent')).toBe(true)
  })

  test('may say that it is rounded to whole thousands', () => {
    expect(isSaid('12345.6', '12000')).toBe(false)
    expect(isSaid('12345.6', '12000', 'one', -3)).toBe(true)
    expect(isSaid('12501', '12000', 'one', -3)).toBe(false)
    expect(isSaid('12345.6', '12345.6', 'one', 2)).toBe(true)
    expect(isSaid('12345.6', '12345.5', 'one', 2)).toBe(false)
  })

  test('is right as an integer rounds it, and wrong beyond half of its last place', () => {
    const [units, places] = [fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 })]
    fc.assert(
      fc.property(units, places, (value, decimals) => {
        const exact = (value / 1e6).toFixed(6)
        const step = 10 ** (6 - decimals)
        const rounded = Math.round(value / step)
        const write = (whole: number) => ((whole * step) / 1e6).toFixed(decimals)
        expect(isSaid(exact, write(rounded))).toBe(true)
        for (const other of [rounded - 2, rounded + 2]) {
          expect(isSaid(exact, write(other))).toBe(false)
        }
      }),
    )
  })
})
