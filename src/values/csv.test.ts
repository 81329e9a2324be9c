import { expect, test } from 'vitest'
import { csvCell, withoutFormula } from './csv.ts'

test.each([
  '=1',
  '+1',
  '-1',
  '@a',
  '\tx',
  '\rx',
  '  =1',
  '\n=1',
  '\r\n =1',
  '\u00a0=1',
  '\ufeff@a',
  '＝1',
])('%j would run as a formula, so it gets an apostrophe', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`)
})

test.each(['', ' ', 'Zap', ' Zap', '\nZap', 'a=1', '1-1', "'=1", 'com.example.zap', '900000001'])(
  '%j stays as it is',
  (text) => {
    expect(withoutFormula(text)).toBe(text)
  },
)

test.each([
  ['Zap', 'Zap'],
  ['', ''],
  [' a b ', ' a b '],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
])('the cell %j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})
