import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultImportLimits } from '../import-limits.ts'
import { type NdjsonLine, readNdjson } from './read-ndjson.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }

async function read(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-ndjson-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'rows.ndjson')
  await writeFile(path, text)
  const rows: NdjsonLine[] = []
  for await (const row of readNdjson({
    name: 'rows.ndjson',
    path,
    format: 'ndjson',
    delimiter: ',',
    reading,
  }))
    rows.push(row)
  return rows
}

describe('NDJSON', () => {
  test('is read line by line, skipping empty lines but counting them', async () => {
    expect(await read('{"a":"x"}\n\n  \r\n{"a":"y"}')).toEqual([
      { line: 1, members: { a: 'x' } },
      { line: 4, members: { a: 'y' } },
    ])
  })

  test.each([
    '0.1',
    '-0',
    '12.500000',
    '9007199254.740993',
    '123456789012.123456',
    '1e2',
    '1.0E-4',
    '0.036300000000000006',
    '99999999999999999999999999',
  ])('keeps the source text of the number %s', async (number) => {
    expect(await read(`{"revenue":${number}}`)).toEqual([{ line: 1, members: { revenue: number } }])
  })

  test('has null for null and for an empty text', async () => {
    expect(await read('{"a":null,"b":""}')).toEqual([{ line: 1, members: { a: null, b: null } }])
  })

  test('keeps every character of a text', async () => {
    const value = 'é 菜单 🎮 \u2028 \u2029 \u0085'
    expect(await read(`{"a":"${value}"}\n{"a":"next"}`)).toEqual([
      { line: 1, members: { a: value } },
      { line: 2, members: { a: 'next' } },
    ])
  })

  test('does not confuse members with properties of Object.prototype', async () => {
    expect(await read('{"__proto__":"x","constructor":"y"}')).toEqual([
      { line: 1, members: expect.objectContaining({ ['__proto__']: 'x', constructor: 'y' }) },
    ])
  })

  test.each(['{"a":', '[1]', '"text"', '7', 'null', '{"a":{}}', '{"a":[1]}', '{} {}'])(
    'names %s as a line that is not a row',
    async (text) => {
      expect(await read(`{}\n${text}`)).toMatchObject([
        { line: 1 },
        { line: 2, fault: expect.any(String) },
      ])
    },
  )
})
