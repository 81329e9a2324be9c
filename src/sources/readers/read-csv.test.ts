import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultImportLimits } from '../import-limits.ts'
import { type CsvRow, readCsv, readCsvText } from './read-csv.ts'

const reading = { limits: defaultImportLimits, signal: new AbortController().signal }

async function read(text: string, delimiter = ',') {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-csv-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'rows.csv')
  await writeFile(path, text)
  const rows: CsvRow[] = []
  for await (const row of readCsv({ name: 'rows.csv', path, format: 'csv', delimiter, reading }))
    rows.push(row)
  expect(
    await Array.fromAsync(readCsvText({ name: 'rows.csv', text, delimiter, reading })),
  ).toEqual(rows)
  return rows
}

describe('a CSV', () => {
  test('is read row by row, each with the line it begins on', async () => {
    expect(await read('a,b\n1,2\n3,4\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 3, cells: ['3', '4'] },
    ])
  })

  test('has null for empty cells, quoted or not', async () => {
    expect(await read('a,b,c\n,"", \n')).toMatchObject([{}, { cells: [null, null, ' '] }])
  })

  test('may have rows of any number of cells', async () => {
    const rows = await read('a,b\n1\n1,2,3\n')
    expect(rows.map(({ cells }) => cells.length)).toEqual([2, 1, 3])
  })

  test.each([
    ['line feeds', '\n'],
    ['CRLF', '\r\n'],
  ])('with %s counts the lines of quoted cells and empty ones', async (_name, end) => {
    const text = ['', 'a,b', '', '"x', '', 'y","z', '"', '1,2', ''].join(end)
    // The quoted cells span the lines 4 to 6 and 6 to 7.
    expect(await read(text)).toMatchObject([
      { line: 2, cells: ['a', 'b'] },
      { line: 4, cells: [`x${end}${end}y`, `z${end}`] },
      { line: 8, cells: ['1', '2'] },
    ])
  })

  test.each([
    ['a quote that is not closed', 'a,b\n1,"2\n', 'open quote'],
    ['a quote after text', 'a,b\n1,2"3"\n', 'stray quote'],
    ['text after a quote', 'a,b\n1,"2"3\n', 'stray quote'],
  ])('with %s is refused by its name and line', async (_what, text, fault) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'csv_malformed',
      facts: { file: 'rows.csv', line: expect.any(Number), fault },
    })
  })

  test.each([0, 1])(
    'keeps characters whole at the end of what is parsed at once (%d)',
    async (more) => {
      const cells = ['x'.repeat(65_000 + more), '😀'.repeat(1_000)]
      expect(await read(cells.join(','))).toEqual([{ line: 1, cells }])
    },
  )
})
