import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problems } from '../../src/http/answer/problems.ts'

test('the page of errors lists every code of the HTTP interfaces with its status', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/api/errors.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (`[a-z_`, ]+?) *\| *(\d{3}) *\|/gm)]
  const listed = rows.flatMap(([, codes, status]) =>
    codes!.split(', ').map((code) => [code.replaceAll('`', ''), Number(status)] as const),
  )
  const existing = Object.entries(problems).map(([code, { status }]) => [code, status] as const)
  expect(new Map(listed)).toEqual(new Map(existing))
  expect(listed).toHaveLength(existing.length)
})
