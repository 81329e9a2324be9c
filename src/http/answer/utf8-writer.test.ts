import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExactInteger } from '../../values/exact-integer.ts'
import { Utf8Writer, utf8 } from './utf8-writer.ts'

function written(write: (json: Utf8Writer) => void): string {
  const json = new Utf8Writer()
  write(json)
  return Buffer.concat(json.takeAll()).toString('utf8')
}

const numberText = (value: ExactInteger, decimals: number) =>
  written((json) => json.number(value, decimals))

describe('a number', () => {
  test.each<[value: ExactInteger, decimals: number, expected: string]>([
    [0, 0, '0'],
    [7, 0, '7'],
    [10, 0, '10'],
    [-10, 0, '-10'],
    [999, 0, '999'],
    [1_000, 0, '1000'],
    [9_007_199_254_740_991, 0, '9007199254740991'],
    [-9_007_199_254_740_991, 0, '-9007199254740991'],
    [9_007_199_254_740_993n, 0, '9007199254740993'],
    [0, 4, '0'],
    [1, 4, '0.0001'],
    [-1, 4, '-0.0001'],
    [10_000, 4, '1'],
    [10_500, 4, '1.05'],
    [99_999_999, 4, '9999.9999'],
    [-12_500, 4, '-1.25'],
    [9_007_199_254_740_991, 4, '900719925474.0991'],
    [9_007_199_249_999_999, 4, '900719924999.9999'],
    [9_007_199_199_999_999, 0, '9007199199999999'],
    [100_000_000, 0, '100000000'],
    [99_999_999, 0, '99999999'],
    [9_007_199_254_740_990, 4, '900719925474.099'],
    [9_223_372_036_854_775_807n, 4, '922337203685477.5807'],
    [-9_223_372_036_854_775_808n, 6, '-9223372036854.775808'],
  ])('%s with %s decimals is written %s', (value, decimals, expected) => {
    expect(numberText(value, decimals)).toBe(expected)
  })

  test('of any size is written without losing a digit', () => {
    const whole = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer(),
      fc.constantFrom(...[9, 10, 99, 100, 2 ** 52, 2 ** 53 - 1, -(2 ** 53) + 1, 10 ** 15]),
      fc.bigInt(2n ** 53n, 2n ** 63n),
      fc.bigInt(-(2n ** 63n), -(2n ** 53n)),
    )
    fc.assert(
      fc.property(whole, fc.nat(6), (value, decimals) => {
        const text = numberText(value, decimals)
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
        const [digits = '', fraction = ''] = text.split('.')
        expect(BigInt(digits + fraction.padEnd(decimals, '0'))).toBe(BigInt(value))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a string', () => {
  test('is written as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(written((bytes) => bytes.string(text))).toBe(text)
      }),
    )
  })
})

test('bytes that are written piece by piece are returned as one, however long', () => {
  const piece = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30_000 }), fc.maxSafeInteger())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = written((json) => {
        for (const each of pieces) {
          if (typeof each === 'number') json.number(each, 0)
          else json.raw(utf8(each))
        }
      })
      expect(text === pieces.join('')).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('returned bytes are not overwritten later', () => {
  const json = new Utf8Writer()
  json.raw(utf8('first'))
  json.string('-'.repeat(300_000))
  const first = json.takeFull()
  json.raw(utf8('other'))
  const short = new Utf8Writer()
  short.string('short')
  const [piece] = short.takeAll()
  new Utf8Writer().string('another answer')
  expect(Buffer.from(piece!).toString()).toBe('short')
  expect(Buffer.concat(first).toString()).toBe('first')
  expect(Buffer.concat(json.takeAll()).subarray(300_000).toString()).toBe('other')
})

test('answers that are written at the same time do not mix', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(11), text), { maxLength: 40 }), (pieces) => {
      const writers = Array.from({ length: 12 }, () => new Utf8Writer())
      for (const [index, piece] of pieces) writers[index]!.string(piece)
      const answers = writers.map((writer) => Buffer.concat(writer.takeAll()).toString())
      const expected = writers.map((_, index) =>
        pieces
          .filter(([one]) => one === index)
          .map(([, piece]) => piece)
          .join(''),
      )
      expect(answers).toEqual(expected)
    }),
    { numRuns: 30 },
  )
})

test('a short answer is one piece, a long one many of 64 KiB', () => {
  const lengths = (bytes: number) => {
    const writer = new Utf8Writer()
    for (let at = 0; at < bytes; at += 1_000) writer.string('x'.repeat(1_000))
    return writer.takeAll().map(({ length }) => length)
  }
  expect(lengths(250_000)).toEqual([250_000])
  const long = lengths(1_000_000)
  expect(long.length).toBeGreaterThan(10)
  expect(Math.max(...long)).toBeLessThanOrEqual(65_536)
})
