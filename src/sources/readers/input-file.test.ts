import { describe, expect, test } from 'vitest'
import { refuse } from '../refusals.ts'
import { formatOf } from './input-file.ts'

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
    expect(formatOf(name, undefined)).toBe(format)
  })

  test('is the given one, whatever the name says', () => {
    expect(formatOf('stats.csv', 'parquet')).toBe('parquet')
  })

  test.each(['stats', 'stats.gz', 'stats.xlsx', 'csv', '.csv'])('cannot be told of %s', (name) => {
    const formats = ['csv', 'ndjson', 'parquet', 'json']
    expect(() => formatOf(name, undefined)).toThrow(
      refuse('format_unknown', { file: name, formats }),
    )
  })
})
