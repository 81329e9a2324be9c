import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { readExplore, writeExplore } from './explore-address.ts'

const known = { appIds: new Set(['hop']), maxRangeDays: 400 }

function read(text: string) {
  const query = new URLSearchParams(text)
  return readExplore(query, readAddress(query, known).view, known)
}

const written = (text: string) =>
  Object.entries(writeExplore(read(text).view))
    .map(([name, values]) => `${name}=${values.join()}`)
    .join('&')

const withoutComparison = (text: string) =>
  text
    .split('&')
    .filter((one) => !one.startsWith('compare='))
    .join('&')

test('an address without parameters has the usual view', () => {
  const { view, ignored } = read('')
  expect(ignored).toEqual([])
  expect(view).toEqual({
    range: { preset: 'last_28' },
    filters: {},
    rows: ['network', 'country'],
    across: null,
    metrics: ['revenue', 'impressions', 'ecpm', 'ctr'],
    beside: ['change'],
    plot: 'revenue',
    order: { by: 'revenue', descending: true },
    grain: 'date',
    compare: null,
    having: [],
    isSideBySide: false,
    isHeated: true,
    trail: [],
    within: null,
  })
  expect(writeExplore(view)).toEqual({})
})

test.each([
  'rows=country,network,ad_format',
  'rows=date,app_id',
  'across=month',
  'metrics=ecpm,fill_rate&order=-fill_rate',
  'beside=previous,change&compare=previous_year',
  'beside=none',
  'rows=week&order=-week',
  'plot=clicks&grain=month&compare=previous_weekdays&heat=off',
  'compare=previous_weekdays&side_by_side=on',
  'order=-change_revenue&compare=previous_year',
  'metrics=ecpm&beside=previous&order=previous_ecpm&compare=previous_weekdays',
  'having=revenue:gte:100,ecpm:lt:0.5',
  'within=last_7',
  'within=2026-01-01..2026-01-31',
])('%s is written as it was read', (text) => {
  expect(read(text).ignored).toEqual([])
  expect(written(text)).toBe(withoutComparison(text))
})

test('the trail keeps the filters that there are', () => {
  expect(read('country=US&network=admob&trail=network,country').view.trail).toEqual([
    ...['network', 'country'],
  ])
  expect(read('country=US&trail=network,country').view.trail).toEqual(['country'])
})

test.each<[string, string, string[]]>([
  ['rows=network,nothing', 'rows=network', ['rows nothing']],
  ['rows=date,week,network', 'rows=date,network', ['rows week']],
  ['rows=network,country,ad_format,platform', 'rows=network,country,ad_format', ['rows platform']],
  ['rows=', '', []],
  ['metrics=revenue,money', 'metrics=revenue', ['metrics money']],
  ['across=network', '', ['across network']],
  ['rows=date&across=month', 'rows=date', ['across month']],
  ['side_by_side=on', '', ['side_by_side on']],
  ['order=-clicks', '', ['order -clicks']],
  ['order=change_revenue', '', ['order change_revenue']],
  ['order=-previous_revenue&compare=previous_year', '', ['order -previous_revenue']],
  ['order=change_ecpm&compare=previous_year', '', ['order change_ecpm']],
  ['order=constructor&grain=hour&heat=on', '', ['order constructor', 'grain hour', 'heat on']],
  ['plot=revenue,clicks', '', ['plot clicks']],
  [
    'having=revenue:gte:1,money:gt:1,clicks:gt:x',
    'having=revenue:gte:1',
    ['having money:gt:1', 'having clicks:gt:x'],
  ],
  ['within=2026-02-30..2026-03-01', '', []],
])('of %s what can be shown is shown', (text, shown, ignored) => {
  expect(written(text)).toBe(shown)
  expect(read(text).ignored).toEqual(expect.arrayContaining(ignored))
  expect(read(text).ignored).toHaveLength(ignored.length)
})

test.each([
  ['compare=previous_year', 'previous_year'],
  // Other pages compare with the usual days, or with days by their first one.
  ['', null],
  ['compare=2026-01-01', null],
])('the comparison of the page’s address is that of Explore: %s', (text, compare) => {
  expect(read(text)).toMatchObject({ ignored: [], view: { compare } })
})
