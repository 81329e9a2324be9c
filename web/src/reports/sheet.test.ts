import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { toWorkbook } from './sheet.ts'

const columns = [
  { title: 'date', kind: 'day' },
  { title: 'app & <name>', kind: 'text' },
  { title: 'impressions', kind: 'count' },
  { title: 'revenue (USD)', kind: 'money' },
  { title: 'ctr', kind: 'percent' },
] as const

/** The cells of a sheet: addresses with what is in them. */
function cellsOf(bytes: Uint8Array): Record<string, string> {
  const files = unzipSync(bytes)
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
  const cells = sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<v>|<is><t[^>]*>)(.*?)<\//g)
  return Object.fromEntries([...cells].map(([, address, text]) => [address!, text!]))
}

test('numbers keep every digit, days are dates, and unknown cells are empty', () => {
  const bytes = toWorkbook(columns, [
    ['2026-03-01', 'Hop "1" & <b>', '9223372036854775807', '-9223372036854.775807', '0.012346'],
    ['1970-01-01', '=1+1', '0', null, null],
  ])
  expect(cellsOf(bytes)).toEqual({
    A1: 'date',
    B1: 'app &amp; &lt;name&gt;',
    C1: 'impressions',
    D1: 'revenue (USD)',
    E1: 'ctr',
    A2: '46082',
    B2: 'Hop "1" &amp; &lt;b&gt;',
    C2: '9223372036854775807',
    D2: '-9223372036854.775807',
    E2: '0.012346',
    // Text is text: nothing is run as a formula.
    A3: '25569',
    B3: '=1+1',
    C3: '0',
  })
})

test('what XML cannot have is left out', () => {
  const text = 'a\0b\u001fc\ud800d\uffffe\tf'
  expect(cellsOf(toWorkbook([{ title: 'x', kind: 'text' }], [[text]]))).toMatchObject({
    A2: 'abc\ufffdde\tf',
  })
})

test('columns have the addresses that sheets give them', () => {
  const many = Array.from(
    { length: 703 },
    (_, place) => ({ title: `${place}`, kind: 'text' }) as const,
  )
  const cells = cellsOf(toWorkbook(many, []))
  expect([cells.A1, cells.Z1, cells.AA1, cells.ZZ1, cells.AAA1]).toEqual([
    ...['0', '25', '26', '701', '702'],
  ])
})
