import { expect, test } from 'vitest'
import { exportLanguage } from './export-language.ts'

test.each([
  ['German', ['Datum', 'App', 'Geschätzte Einnahmen (EUR)', 'Impressionen']],
  ['German', ['TAG', 'LAND', 'eCPM']],
  ['Spanish', ['Fecha', 'País', 'Impresiones', 'Ingresos']],
  ['Portuguese', ['Data', 'País', 'Impressões', 'Receita']],
  ['Italian', ['Data', 'Paese', 'Impressioni']],
  ['Japanese', ['日付', '国', '表示回数']],
  ['Chinese', ['日期', '国家/地区', '展示次数', '预估收入 (USD)']],
])('columns in %s are told by their words', (language, columns) => {
  expect(exportLanguage(columns)).toBe(language)
})

test.each([
  ['English columns', ['Date', 'Country', 'Impressions', 'Clicks']],
  ['one word alone', ['Data', 'Country', 'Revenue']],
  ['no columns', []],
])('%s are of no other language', (_what, columns) => {
  expect(exportLanguage(columns)).toBeNull()
})
