import { afterEach, expect, test } from 'vitest'
import { metricNames } from '../../../src/reporting/question/vocabulary.ts'
import { titleOf } from '../figures/metrics.ts'
import { figuresTexts } from './en/figures.tsx'
import { plural, showTexts, texts } from './texts.ts'

afterEach(() => showTexts('en', {}))

test('texts are English until another language is shown, and again after it', () => {
  const shown = texts('example', { save: 'Save', cancel: 'Cancel' })
  expect(shown).toEqual({ save: 'Save', cancel: 'Cancel' })
  showTexts('de', { example: { save: 'Sichern', cancel: 'Abbrechen' } })
  expect(shown).toEqual({ save: 'Sichern', cancel: 'Abbrechen' })
  showTexts('en', {})
  expect(shown).toEqual({ save: 'Save', cancel: 'Cancel' })
})

test('an area that is loaded later is in the language that is shown, or in English if that lacks it', () => {
  showTexts('de', { later: { save: 'Sichern' } })
  expect(texts('later', { save: 'Save' }).save).toBe('Sichern')
  expect(texts('untranslated', { save: 'Save' }).save).toBe('Save')
})

test('plurals follow the rules of the language', () => {
  const rows = (count: number) => plural(count, { one: 'row', other: 'rows' })
  expect([0, 1, 2].map(rows)).toEqual(['rows', 'row', 'rows'])
  showTexts('fr', {})
  expect([0, 1, 2].map(rows)).toEqual(['row', 'row', 'rows'])
  showTexts('ar', {})
  const days = (count: number) => plural(count, { two: 'dual', few: 'few', other: 'other' })
  expect([1, 2, 3, 100].map(days)).toEqual(['other', 'dual', 'few', 'other'])
})

test('titles of metrics are those of the metric catalogue, and can be translated', () => {
  expect(metricNames.map((name) => [name, titleOf(name)])).toContainEqual([
    'fill_rate',
    'Fill rate',
  ])
  const translated = { ...figuresTexts.metricTitles, fill_rate: 'Füllrate' }
  showTexts('de', { figures: { metricTitles: translated } })
  expect(titleOf('fill_rate')).toBe('Füllrate')
})
