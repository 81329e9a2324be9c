import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Change } from './change.tsx'
import { makeFormats } from './formats.ts'

const textOf = (decimal: string | null): string =>
  renderToStaticMarkup(createElement(Change, { decimal })).replaceAll(/<.*?>/g, '')

test.each([
  ['0.0512', '▲+5.1%'],
  ['-0.0512', '▼-5.1%'],
  ['0.0005', '▲+0.05%'],
  ['0.0004', '0.0%'],
  ['-0.0004', '0.0%'],
  ['0', '0.0%'],
  [null, '–'],
])('a change of %s is %s: an arrow only where a change is shown', (decimal, shown) => {
  expect(textOf(decimal)).toBe(shown)
})

test.each([
  [1_005_000, '+$1.01'],
  ['-1005000', '-$1.01'],
  [4_000, '$0.00'],
  [-4_000, '$0.00'],
  [0, '$0.00'],
  [null, '–'],
])('a change of %s micros is %s: a sign only where an amount is shown', (micros, shown) => {
  expect(makeFormats('en-US', 'USD').moneyChange(micros)).toBe(shown)
})
