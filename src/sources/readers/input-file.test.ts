import { describe, expect, test } from 'vitest'
import { refuse } from '../refusals.ts'
import { formatOf, inputFormats } from './input-file.ts'

describe('the format of a file', () => {
  test.each([
    ['stats.csv', 'csv'],
    ['stats.ndjson', 'ndjson'],
    ['stats.jsonl', 'ndjson'],
    ['stats.parquet', 'parquet'],
    ['stats.tsv', 'csv'],
    ['answer.json.gz', 'json'],
    ['stats.csv.gz', 'csv'],
    ['STATS.NDJSON.GZ', 'ndjson'],
    ['/a folder.csv/stats.parquet', 'parquet'],
    ['2026.03.01.csv', 'csv'],
  ])('of %s is %s', (name, format) => {
    expect(formatOf(name)).toBe(format)
  })

  test.each(['stats', 'stats.gz', 'csv', '.csv', 'standard input'])(
    'is not told by the name %s',
    (name) => {
      expect(formatOf(name)).toBeNull()
    },
  )

  test.each([
    ['stats.txt', refuse('format_unknown', { file: 'stats.txt', formats: inputFormats })],
    ['stats.xlsx', refuse('workbook_unreadable', { file: 'stats.xlsx', fault: 'damaged' })],
    ['stats.XLS', refuse('workbook_unreadable', { file: 'stats.XLS', fault: 'other' })],
    ['stats.zip', refuse('zip_unreadable', { file: 'stats.zip', fault: 'damaged' })],
  ])('is refused for %s, whose content is something else', (name, refusal) => {
    const refused = () => formatOf(name)
    expect(refused).toThrow(refusal)
    expect(refused).toThrow(expect.objectContaining({ facts: refusal.facts }))
  })
})
