import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { readReportView, writeReportView } from './report-address.ts'
import { explorePreset, overviewPreset, type Preset } from './report-view.ts'

const known = { appIds: new Set(['hop']), maxRangeDays: 400 }

function read(text: string, preset: Preset = explorePreset) {
  const query = new URLSearchParams(text)
  return readReportView(query, readAddress(query, known).view, preset, known)
}

const written = (text: string, preset: Preset = explorePreset) =>
  Object.entries(writeReportView(read(text, preset).view, preset))
    .map(([name, values]) => `${name}=${values.join()}`)
    .join('&')

/** The comparison comes first, as in every written address. */
const inOrder = (text: string) =>
  text
    .split('&')
    .sort((a, b) => Number(b.startsWith('compare=')) - Number(a.startsWith('compare=')))
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
    compare: 'none',
    having: [],
    isSideBySide: false,
    isHeated: true,
    trail: [],
    within: null,
  })
  expect(writeReportView(view, explorePreset)).toEqual({})
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
  expect(written(text)).toBe(inOrder(text))
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
  [
    'order=-previous_revenue&compare=previous_year',
    'compare=previous_year',
    ['order -previous_revenue'],
  ],
  ['order=change_ecpm&compare=previous_year', 'compare=previous_year', ['order change_ecpm']],
  ['order=constructor&grain=hour&heat=on', '', ['order constructor', 'grain hour']],
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
  ['', 'usual', 'none'],
  ['compare=previous_year', 'previous_year', 'previous_year'],
  ['compare=usual', 'usual', 'usual'],
  ['compare=none', 'none', 'none'],
  ['compare=2026-01-01', { from: '2026-01-01' }, { from: '2026-01-01' }],
] as const)(
  '“%s” compares as it says, or as is usual on the page',
  (text, onOverview, onExplore) => {
    expect(read(text, overviewPreset)).toMatchObject({ ignored: [], view: { compare: onOverview } })
    expect(read(text)).toMatchObject({ ignored: [], view: { compare: onExplore } })
  },
)

test.each(['rows=country', 'plot=ecpm&grain=week', 'order=ctr', 'heat=on', 'compare=none'])(
  'Overview has what its address says: %s',
  (text) => {
    expect(read(text, overviewPreset).ignored).toEqual([])
    expect(written(text, overviewPreset)).toBe(text)
  },
)
