import { describe, expect, test } from 'vitest'
import { misplacedNames } from '../../src/http/parameters/misplaced-parameters.ts'
import { expectProblem } from '../fixtures/problem-body.ts'
import { shareSite } from '../fixtures/share-site.ts'
import {
  acme,
  applicationsPath,
  openV2Publisher,
  statsPath,
  twoDays,
} from '../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

const v2 = '/api/v2/publisher'

/** Reporting endpoints, with their required and their other parameters. */
const endpoints: Readonly<Record<string, { readonly needs: object; readonly has: string }>> = {
  [applicationsPath]: { needs: {}, has: '' },
  [statsPath]: {
    needs: twoDays,
    has: 'start_date end_date app_id app_store_id app_bundle_id android_package platform geo network group_by as_of',
  },
  [`${v2}/changes`]: { needs: {}, has: 'since limit' },
  [`${v2}/freshness`]: { needs: twoDays, has: 'start_date end_date days' },
  [`${v2}/imports`]: { needs: {}, has: 'before' },
  '/api/publisher': { needs: {}, has: '' },
  '/api/publisher/acme': {
    needs: twoDays,
    has: 'start_date end_date creative_type network ad_tag as_of format platform',
  },
  '/api/publisher/acme/ios/400123456': {
    needs: twoDays,
    has: 'start_date end_date creative_type network ad_tag as_of format platform',
  },
}

const ask = (path: string, query: object) =>
  publisher.server.get(path, { ...acme, ...endpoints[path]!.needs, ...query })

/** The lists of 20 that an answer names at most. */
const lists = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / 20) }, (_, list) =>
    names.slice(list * 20, list * 20 + 20),
  )

const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']))

describe.each(Object.keys(endpoints))('%s', (path) => {
  const own = endpoints[path]!.has.split(' ')
  const others = misplacedNames.filter((name) => !own.includes(name))

  test('refuses every name of the table that it does not have', async () => {
    for (const names of lists(others)) {
      const answer = await ask(path, valuesOf(names))
      const named = Object.fromEntries(names.map((name) => [name, /^is not a parameter here: ./]))
      expectProblem(answer, 400, 'bad_parameters', named)
    }
  })

  test('refuses them in other spellings', async () => {
    for (const name of [
      'Country',
      'country[]',
      'COUNTRY_CODE',
      'ad-format',
      'appIds',
      'Group-By',
    ]) {
      const named = { [name]: /^is not a parameter here: ./ }
      expectProblem(await ask(path, valuesOf([name])), 400, 'bad_parameters', named)
    }
    for (const name of ['country[0]', 'filter[country]', 'filter_country', 'country_not']) {
      const named = { [name]: /^is not a parameter here: ./ }
      expectProblem(await ask(path, valuesOf([name])), 400, 'bad_parameters', named)
    }
  })

  test('ignores cache busters and other unknown parameters', async () => {
    const busters = [
      '_',
      'cb',
      't',
      'ts',
      'time',
      'timestamp',
      'nocache',
      'rand',
      'v',
      'utm_source',
    ]
    const [plain, more] = [await ask(path, {}), await ask(path, valuesOf(busters))]
    expect([plain.statusCode, more.statusCode]).toEqual([200, 200])
    expect(more.body).toBe(plain.body)
  })
})

const advice: readonly (readonly [path: string, name: string, use: RegExp])[] = [
  [statsPath, 'country', /use geo$/],
  [statsPath, 'countries', /use geo$/],
  [statsPath, 'Geo', /use geo$/],
  [statsPath, 'ad_network', /use network$/],
  [statsPath, 'apps', /use app_id$/],
  [statsPath, 'breakdown', /use group_by$/],
  [statsPath, 'from', /use start_date$/],
  [statsPath, 'to', /use end_date$/],
  [statsPath, 'date', /use start_date and end_date$/],
  [statsPath, 'format', /group_by=format/],
  [statsPath, 'limit', /never cut/],
  [statsPath, 'currency', /the account's currency/],
  [statsPath, 'timezone', /own clock/],
  [statsPath, 'granularity', /whole days/],
  [statsPath, 'placement_id', /not kept by ad unit/],
  [applicationsPath, 'country', /figures are at/],
  [`${v2}/changes`, 'Since', /use since$/],
  [`${v2}/changes`, 'page_size', /use limit$/],
  [`${v2}/changes`, 'network', /filter what you read/],
  [`${v2}/freshness`, 'from', /use start_date$/],
  [`${v2}/imports`, 'limit', /read on with before/],
  ['/api/publisher', 'start_date', /figures are at/],
  ['/api/publisher/acme', 'ad_format', /use creative_type$/],
  ['/api/publisher/acme', 'output', /use format$/],
  ['/api/publisher/acme', 'app_id', /into the path/],
  ['/api/publisher/acme', 'geo', /cannot filter by country/],
]

test.each(advice)('%s with %s names what to use', async (path, name, use) => {
  expectProblem(await ask(path, { [name]: 'x' }), 400, 'bad_parameters', { [name]: use })
})

test('no more than twenty are named', async () => {
  const names = Array.from({ length: 500 }, (_, nth) => `country[${nth}]`)
  const { errors } = (await ask(statsPath, valuesOf(names))).json()
  expect(errors).toHaveLength(20)
})
