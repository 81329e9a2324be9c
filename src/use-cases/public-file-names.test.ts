import { expect, test } from 'vitest'
import { publicFileName, withPublicFileNames } from './public-file-names.ts'

test.each([
  ['/srv/reports/$&.csv', '$&.csv'],
  ['../in/report.csv', 'report.csv'],
  ['C:\\reports\\report.csv', 'report.csv'],
  ['studio/inmobi/report.csv', 'studio/inmobi/report.csv'],
  ['report.csv', 'report.csv'],
  ['standard input', 'standard input'],
])('the public name of %s is %s', (name, expected) => {
  expect(publicFileName(name)).toBe(expected)
  const facts = { file: name, places: [`${name}:2`], line: 2, column: null }
  expect(withPublicFileNames(facts, [name])).toEqual({
    file: expected,
    places: [`${expected}:2`],
    line: 2,
    column: null,
  })
})
