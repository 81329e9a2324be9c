import { expect, test } from 'vitest'
import { oneLine } from './shared-texts.ts'

test.each([
  ['a\nb', 'a b'],
  ['a \r\n\t b\n\nc', 'a b c'],
  ['\na\n', ' a '],
  ['a  b', 'a  b'],
])('%j on one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

test('a million blanks stay as they are', () => {
  const blanks = ' '.repeat(1_000_000)
  expect(oneLine(blanks)).toBe(blanks)
})
