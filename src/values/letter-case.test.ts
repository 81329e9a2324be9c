import { expect, test } from 'vitest'
import { camelCase, constantCase, kebabCase, snakeCase } from './letter-case.ts'

test('names in each case, and back', () => {
  expect(snakeCase('startDate')).toBe('start_date')
  expect(kebabCase('startDate')).toBe('start-date')
  expect(constantCase('startDate')).toBe('START_DATE')
  expect(constantCase('applovin-max_apiKey')).toBe('APPLOVIN_MAX_API_KEY')
  expect(['start_date', 'start-date', 'startDate'].map(camelCase)).toEqual(
    Array(3).fill('startDate'),
  )
  expect(snakeCase('ad_format')).toBe('ad_format')
})
