import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test.each([
  ['photo\u202egpj.exe', String.raw`photo\u202egpj.exe`],
  ['a\u2066b\u2069', String.raw`a\u2066b\u2069`],
  ['pay\u200bpal', String.raw`pay\u200bpal`],
  ['two\nlines\u0007', String.raw`two\u000alines\u0007`],
  ['next\u0085line\u2028', String.raw`next\u0085line\u2028`],
])('hidden characters are written out: %j', (name, shown) => {
  expect(visible(name)).toBe(shown)
})

test.each(['report 2026.csv', 'Hüpf!', '跳', 'می\u200cخواهم', '\u200fשלום', '👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])(
  'other names stay as they are: %s',
  (name) => {
    expect(visible(name)).toBe(name)
  },
)
