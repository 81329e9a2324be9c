import { expect, test } from 'vitest'
import { compareUtf8 } from './compare-utf8.ts'

test('texts sort by their UTF-8 bytes', () => {
  const texts = [
    '',
    'a',
    'ab',
    'b',
    'Z',
    'é',
    '漢',
    '\ue000',
    '\uffff',
    '😀',
    '😁',
    'a😀',
    'a\uffff',
  ]
  const byBytes = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(texts.toReversed().sort(compareUtf8)).toEqual(byBytes)
})

test('equal texts are equal', () => {
  expect(compareUtf8('😀', '😀')).toBe(0)
})
