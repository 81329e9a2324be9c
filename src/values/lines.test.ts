import { expect, test } from 'vitest'
import { type LineBound, splitLines } from './lines.ts'

async function lines(chunks: readonly string[], bound?: LineBound): Promise<string[]> {
  async function* given() {
    yield* chunks
  }
  return Array.fromAsync(splitLines(given(), bound))
}

test.each<[string, string[], string[]]>([
  ['no text', [], []],
  ['empty chunks', ['', ''], []],
  ['one line without an end', ['one'], ['one']],
  ['a final line feed', ['one\n'], ['one']],
  ['several lines in a chunk', ['one\ntwo\nthree'], ['one', 'two', 'three']],
  ['empty lines', ['\none\n\n\ntwo\n\n'], ['', 'one', '', '', 'two', '']],
  ['a line in several chunks', ['on', 'e', '\ntw', 'o'], ['one', 'two']],
  ['a chunk that ends with a line', ['one\n', 'two\n'], ['one', 'two']],
  ['carriage returns before line feeds', ['one\r\ntwo\r', '\n\r\n'], ['one', 'two', '']],
  ['other carriage returns', ['\rone\rtwo\nthree\r'], ['\rone\rtwo', 'three\r']],
  ['other line ends', ['one\u2028two\u0085three\n'], ['one\u2028two\u0085three']],
])('%s', async (_title, chunks, expected) => {
  expect(await lines(chunks)).toEqual(expected)
})

test('a line that is longer than its bound is refused with its number', async () => {
  const bound = { maxCharacters: 3, tooLong: (line: number) => new Error(`line ${line}`) }
  expect(await lines(['abc\n', 'ab', 'c\n', 'abc'], bound)).toEqual(['abc', 'abc', 'abc'])
  await expect(lines(['abc\nab', 'cd'], bound)).rejects.toThrow('line 2')
  await expect(lines(['a\nb\nabcd\n'], bound)).rejects.toThrow('line 3')
})

test('lines before one that is too long are returned', async () => {
  const bound = { maxCharacters: 3, tooLong: () => new Error('too long') }
  const split = splitLines(
    (async function* () {
      yield 'abc\nabcd'
    })(),
    bound,
  )
  expect(await split.next()).toEqual({ done: false, value: 'abc' })
  await expect(split.next()).rejects.toThrow('too long')
})
