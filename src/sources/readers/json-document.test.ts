import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonLimitError, parseDocument } from './json-document.ts'
import { parseJson } from './parse-json.ts'

const { signal } = new AbortController()
const parse = (text: string, jsonMembers = 1_000) =>
  parseDocument(text, { jsonDepth: 64, jsonMembers }, signal)

/** Longer than what is parsed at once. */
const filler = 'x'.repeat(300_000)

describe('a long document', () => {
  test('is what JSON.parse makes of it, numbers as they are written', async () => {
    const text = `\n{ "a" : [ 1.50, "${filler}", {"b\\"]":[[1e2]]} ] , "c":{},"__proto__":[] }\r\n`
    const value = await parse(text)
    expect(value).toStrictEqual(parseJson(text))
    expect(Object.keys(value as object)).toEqual(['a', 'c', '__proto__'])
  })

  test.each([
    `["${filler}"`,
    `["${filler}",]`,
    `["${filler}" 1]`,
    `["${filler}"}`,
    `["${filler}"]]`,
    `["${filler}"] 1`,
    `{"${filler}":}`,
    `{"a":"${filler}",1:2}`,
    `{"a" "${filler}"}`,
    `["${filler}",tru]`,
    `["${filler}",01]`,
    `["${filler}\n"]`,
    `"${filler}`,
    `[${filler}]`,
  ])('is refused where it is no JSON (%#)', async (text) => {
    await expect(parse(text)).rejects.toBeInstanceOf(SyntaxError)
  })

  test('is refused beyond its depth', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"${filler}"${']'.repeat(depth)}`
    expect(await parse(nested(64))).toStrictEqual(parseJson(nested(64)))
    await expect(parse(nested(65))).rejects.toMatchObject({ limit: 'jsonDepth' })
  })

  test('is refused where an object has too many members', async () => {
    const members = (count: number) =>
      `[1,2,3,4,{"x":[1,2,3,4,{"a":"${filler}"}]${',"a":"b,c"'.repeat(count - 1)}},{},{},{},{}]`
    expect(await parse(members(3), 3)).toStrictEqual(parseJson(members(3)))
    await expect(parse(members(4), 3)).rejects.toEqual(new JsonLimitError('jsonMembers'))
  })

  test('may be any value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.json(), async (one, other) => {
        const text = `{"one":[${one}, "${filler}"],"other" :${other}}`
        expect(await parse(text)).toStrictEqual(parseJson(text))
      }),
    )
  })
})
