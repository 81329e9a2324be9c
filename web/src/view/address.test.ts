import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countries } from '../../../src/values/country.ts'
import { readAddress, writeView } from './address.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { defaultView, type Range, viewFilterNames } from './view.ts'

const known = { appIds: new Set(['hop-ios', 'Hop', '100%25']), maxRangeDays: 3_660 }
const read = (query: string) => readAddress(new URLSearchParams(query), known)

/** The default view with some changes. */
const defaultBut = (changed: Partial<typeof defaultView>) => ({ ...defaultView, ...changed })

describe('a query without values', () => {
  test.each(['', 'country=', 'country=,,&app_id=', 'days=&start_date=&end_date=', 'utm=x'])(
    '“%s” gives the default view, and nothing is ignored',
    (query) => {
      expect(read(query)).toEqual({ view: defaultView, ignored: [] })
    },
  )
})

describe('filters', () => {
  test.each([
    ['country=US,DE', { country: ['US', 'DE'] }],
    ['country=US&country=DE', { country: ['US', 'DE'] }],
    ['country=us,De,US', { country: ['US', 'DE'] }],
    ['country=ZZ,XK', { country: ['ZZ', 'XK'] }],
    ['network=AdMob,constructor', { network: ['admob', 'constructor'] }],
    ['ad_format=__proto__', { ad_format: ['__proto__'] }],
    ['platform=iOS,android', { platform: ['ios', 'android'] }],
    ['app_id=hop-ios,Hop&app_id=100%2525', { app_id: ['hop-ios', 'Hop', '100%25'] }],
    [`country=${countries.join()}`, { country: countries }],
  ])('%s are read', (query, filters) => {
    expect(read(query)).toEqual({ view: defaultBut({ filters }), ignored: [] })
  })

  test.each([
    ['country=USA', ['country USA']],
    ['country=ß,ı1,U S,%00', ['country ß', 'country ı1', 'country U S', 'country \u0000']],
    ['country=__proto__', ['country __proto__']],
    ['network=ad-mob,%E0%A4%A', ['network ad-mob', 'network \ufffd%A']],
    ['network=Kelvin\u212a', ['network Kelvin\u212a']],
    [`ad_format=${'a'.repeat(65)}`, [`ad_format ${'a'.repeat(40)}…`]],
    ['platform=windows,ios ', ['platform windows', 'platform ios ']],
    ['app_id=HOP-IOS,hop', ['app_id HOP-IOS', 'app_id hop']],
  ])('%s are left out and named', (query, ignored) => {
    const address = read(query)
    expect(address.ignored).toEqual(ignored)
    expect(address.view).toEqual(defaultView)
  })

  test('valid values beside invalid ones are kept', () => {
    expect(read('country=US,USA&network=admob')).toEqual({
      view: defaultBut({ filters: { network: ['admob'], country: ['US'] } }),
      ignored: ['country USA'],
    })
  })

  test('only the first 300 values are kept; repeated values count once', () => {
    const names = Array.from({ length: 302 }, (_, nth) => `n${nth}`)
    const { view, ignored } = read(`network=${[...names, 'n0', 'N1'].join()}`)
    expect(view.filters.network).toEqual(names.slice(0, 300))
    expect(ignored).toEqual(['network n300', 'network n301'])
  })
})

describe('days', () => {
  test.each<[query: string, range: Range]>([
    ['days=last_90', { preset: 'last_90' }],
    ['days=last_90&start_date=x', { preset: 'last_90' }],
    ['days=last_14', { preset: 'last_14' }],
    ['days=quarter_to_date', { preset: 'quarter_to_date' }],
    ['start_date=2026-03-01&end_date=2026-03-31', { from: '2026-03-01', to: '2026-03-31' }],
    ['start_date=2016-01-01&end_date=2026-01-07', { from: '2016-01-01', to: '2026-01-07' }],
  ])('%s are read', (query, range) => {
    expect(read(query)).toEqual({ view: defaultBut({ range }), ignored: [] })
  })

  test.each([
    ['days=constructor', 'days constructor'],
    ['days=last_3661', 'days last_3661'],
    ['start_date=2026-02-30&end_date=2026-03-01', 'days 2026-02-30 to 2026-03-01'],
    ['start_date=2026-03-05&end_date=2026-03-01', 'days 2026-03-05 to 2026-03-01'],
    ['start_date=2026-03-05', 'days 2026-03-05 to '],
    [
      'start_date=2016-01-01&end_date=2026-01-08',
      'days 2016-01-01 to 2026-01-08 (at most 3660 days)',
    ],
    [
      'start_date=0000-01-01&end_date=9999-12-31',
      'days 0000-01-01 to 9999-12-31 (at most 3660 days)',
    ],
  ])('%s are replaced by the default, and named', (query, ignored) => {
    expect(read(query)).toEqual({ view: defaultView, ignored: [ignored] })
  })
})

describe('an address of 0.1, or of a commit after it', () => {
  test.each<[query: string, current: string]>([
    ['range=7d', 'days=last_7'],
    ['range=28d', 'days=last_28'],
    ['range=365d&by=country', 'days=last_365&rows=country'],
    ['range=yesterday', 'days=yesterday'],
    ['range=month', 'days=month_to_date'],
    ['range=last-month', 'days=previous_month'],
    ['from=2026-03-01&to=2026-03-31', 'start_date=2026-03-01&end_date=2026-03-31'],
    ['range=constructor', 'days=constructor'],
    ['range=90d&days=last_7', 'days=last_7'],
    ['app=hop&format=banner&by=format', 'app_id=hop&ad_format=banner&rows=ad_format'],
    ['rows=app_id,format&order=-format', 'rows=app_id%2Cad_format&order=-ad_format'],
    ['trail=app,format&across=format', 'trail=app_id%2Cad_format&across=ad_format'],
    ['against=same_weekdays', 'compare=previous_weekdays'],
    ['compare=last_month', 'compare=previous_month'],
    ['network=app', 'network=app'],
    ['by=app_id&chart=ecpm&sort=-change', 'rows=app_id&plot=ecpm&order=-change_revenue'],
    ['sort=-share&by=network&rows=country', 'order=-revenue&rows=country'],
  ])('%s is read as %s', (query, current) => {
    expect(stringifySearch(parseSearch(query))).toBe(`?${current}`)
  })
})

describe('what days are compared with', () => {
  test.each([
    ['compare=previous_year', 'previous_year'],
    ['compare=none', 'none'],
    ['compare=usual', 'usual'],
    ['compare=2026-01-05', { from: '2026-01-05' }],
  ] as const)('%s is read', (query, compare) => {
    expect(read(query)).toEqual({ view: defaultBut({ compare }), ignored: [] })
  })

  test.each(['yesterday', '2026-02-30', 'constructor'])('%s is nothing', (text) => {
    expect(read(`compare=${text}`)).toEqual({ view: defaultView, ignored: [`compare ${text}`] })
  })
})

test('any query is read without an error, and the view survives writing and reading', () => {
  const days = ['days', 'compare', 'start_date', 'end_date'] as const
  const name = fc.constantFrom(...viewFilterNames, ...days)
  const value = fc.oneof(
    fc.constantFrom(
      'US',
      'us,DE',
      'USA',
      '',
      ',',
      'admob',
      'ios',
      'hop-ios',
      '-ecpm',
      'previous_month',
      'last_7',
      'table',
    ),
    fc.constantFrom('2026-03-01', '2026-03-31', '0000-01-01', '9999-12-31', '__proto__', 'country'),
    fc.string({ unit: 'binary', maxLength: 80 }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (pairs) => {
      const { view } = readAddress(new URLSearchParams(pairs), known)
      expect(readAddress(writeView(view), known)).toEqual({ view, ignored: [] })
    }),
  )
})
