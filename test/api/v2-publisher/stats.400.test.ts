import { describe, expect, test } from 'vitest'
import { type ExpectedErrors, expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher, rocket, statsPath, twoDays } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

async function expectBad(query: Query, errors: ExpectedErrors): Promise<void> {
  for (const path of [statsPath, `${statsPath}/`]) {
    const response = await publisher.server.get(path, { ...acme, ...query })
    expectProblem(response, 400, 'bad_parameters', errors)
  }
}

const accepts = /YYYY-MM-DD/

describe('dates', () => {
  test('are required, and every missing one is named', async () => {
    await expectBad({}, { start_date: /required.*YYYY-MM-DD/, end_date: /required.*YYYY-MM-DD/ })
    await expectBad({ start_date: '2026-03-01' }, { end_date: /required/ })
    await expectBad({ end_date: '2026-03-01' }, { start_date: /required/ })
  })

  test('that are empty are missing', async () => {
    await expectBad({ start_date: '', end_date: '2026-03-01' }, { start_date: /required/ })
  })

  // src/values/day.test.ts has all that is not a day.
  test.each(['2026-02-30', '20260101', '2026-01-01T00:00:00Z', '2026-01-01\n'])(
    '%j is not a day',
    async (text) => {
      await expectBad({ start_date: text, end_date: '2026-03-01' }, { start_date: accepts })
      await expectBad({ start_date: '2026-03-01', end_date: text }, { end_date: accepts })
    },
  )

  test('are both named when both are bad', async () => {
    const query = { start_date: '2026-02-30', end_date: 'x' }
    await expectBad(query, { start_date: accepts, end_date: accepts })
  })

  test('in reverse order are refused', async () => {
    const query = { start_date: '2026-03-02', end_date: '2026-03-01' }
    await expectBad(query, { end_date: /before.*2026-03-02/ })
  })

  test('may span 3,660 days; one more is refused, naming the limit', async () => {
    // 2016-03-01 to 2026-03-01 is 10 years with the leap days of 2020 and 2024 (2016's is past):
    // 3,652 days apart, so 3,653 days; seven more make 3,660.
    const longest = { start_date: '2016-03-01', end_date: '2026-03-08' }
    expect((await publisher.stats(longest)).statusCode).toBe(200)
    await expectBad({ ...longest, end_date: '2026-03-09' }, { end_date: /3661.*3660/ })
    await expectBad({ start_date: '0001-01-01', end_date: '9999-12-31' }, { end_date: /3660/ })
  })
})

test('the longest range is the configured one', async () => {
  const short = await openV2Publisher({ maxRangeDays: 7 })
  try {
    const week = { start_date: '2026-03-01', end_date: '2026-03-07' }
    expect((await short.stats(week)).statusCode).toBe(200)
    const response = await short.stats({ ...week, end_date: '2026-03-08' })
    expectProblem(response, 400, 'bad_parameters', { end_date: /\b7\b/ })
  } finally {
    await short.close()
  }
})

describe('a repeated scalar is refused, naming it', () => {
  test.each([
    ['start_date', '2026-03-01'],
    ['end_date', '2026-03-02'],
    ['app_store_id', '400123456'],
    ['app_bundle_id', 'com.acme.rocket'],
    ['android_package', 'com.acme.rocket'],
    ['group_by', 'network'],
  ])('%s', async (parameter, value) => {
    await expectBad({ ...twoDays, [parameter]: [value, value] }, { [parameter]: /once/ })
    const response = await publisher.stats({ ...twoDays, [parameter]: [value, `${value}x`] })
    expect(response.statusCode).toBe(400)
  })

  test('platform', async () => {
    const query = { ...twoDays, android_package: 'com.acme.rocket', platform: ['amazon', 'amazon'] }
    await expectBad(query, { platform: /once/ })
  })

  test.each(['developer', 'key'] as const)('%s', async (parameter) => {
    const query = { ...twoDays, [parameter]: [acme[parameter], acme[parameter]] }
    await expectBad(query, { [parameter]: /once/ })
  })
})

describe('a filter of another endpoint and a misspelt date are refused', () => {
  test.each([
    ['creative_type', 'video'],
    ['ad_tag', 'default'],
    ['startdate', '2026-03-01'],
    ['enddate', '2026-03-01'],
  ])('%s', async (parameter, value) => {
    await expectBad({ ...twoDays, [parameter]: value }, { [parameter]: /./ })
    await expectBad({ ...twoDays, [parameter]: [value, value] }, { [parameter]: /./ })
  })

  test('misspelt dates are named together with the missing ones', async () => {
    await expectBad(
      { startdate: '2026-03-01', enddate: '2026-03-01' },
      {
        startdate: /start_date/,
        enddate: /end_date/,
        start_date: /required/,
        end_date: /required/,
      },
    )
  })
})

describe('group_by', () => {
  test.each([
    'day',
    'app',
    'date',
    'ad_network',
    'country_code',
    'Network',
    'network,format',
    'network,',
    ' network',
    'geo',
    'toString',
    '__proto__',
  ])('%j is not a dimension', async (value) => {
    await expectBad({ ...twoDays, group_by: value }, { group_by: /network, format, country/ })
  })
})

describe('geo', () => {
  test.each(['xx', 'usa', 'u', 'u1', 'us;de', '*', 'uk', 'eu', 'us de', 'us,xx'])(
    '%j is not a list of countries',
    async (geo) => {
      await expectBad({ ...twoDays, geo }, { geo: /ISO 3166-1/ })
    },
  )

  test('letters that become Latin only in upper case are not a country', async () => {
    // ß, ﬁ, ı, ſ and ﬆ become SS, FI, I, S and ST in upper case.
    for (const geo of ['ß', 'ﬁ', 'ıt', 'uſ', 'ﬆ']) {
      await expectBad({ ...twoDays, geo }, { geo: /ISO 3166-1/ })
    }
  })

  test('names the invalid code', async () => {
    await expectBad({ ...twoDays, geo: ['us,de', 'qq'] }, { geo: /"qq"/ })
  })
})

describe('network', () => {
  test.each(['ad mob', 'ad-mob', 'ädmob', '%', 'a'.repeat(65), 'admob;ownnet'])(
    '%j is not a list of identifiers',
    async (network) => {
      await expectBad({ ...twoDays, network }, { network: /identifiers/ })
    },
  )
})

describe('app selectors', () => {
  const kinds = {
    app_id: rocket.ios,
    app_store_id: '400123456',
    app_bundle_id: 'com.acme.rocket',
    android_package: 'com.acme.rocket',
  }
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))

  test.each(pairs as [keyof typeof kinds, keyof typeof kinds][])(
    '%s and %s together are refused',
    async (one, other) => {
      const query = { ...twoDays, [one]: kinds[one], [other]: kinds[other] }
      const response = await publisher.stats(query)
      expect(response.statusCode).toBe(400)
      const { code, errors, data } = response.json()
      expect(code).toBe('bad_parameters')
      expect(data).toBeUndefined()
      for (const { parameter } of errors) expect([one, other]).toContain(parameter)
      expect(errors.length).toBeGreaterThan(0)
    },
  )

  test.each(['-1', '1.5', 'abc', '1e5', '0x10', '١٢', ' 1', '9'.repeat(40)])(
    'app_store_id %j is not a number of digits',
    async (value) => {
      await expectBad({ ...twoDays, app_store_id: value }, { app_store_id: /digits/ })
    },
  )

  test.each([
    ['alone', { platform: 'amazon' }],
    ['with app_id', { platform: 'amazon', app_id: rocket.amazon }],
    ['with app_store_id', { platform: 'android', app_store_id: '400123456' }],
    ['with app_bundle_id', { platform: 'android', app_bundle_id: 'com.acme.rocket' }],
    ['with an empty android_package', { platform: 'amazon', android_package: '' }],
  ])('platform %s is refused', async (_title, query) => {
    await expectBad({ ...twoDays, ...query }, { platform: /android_package/ })
  })

  test.each(['ios', 'iOS', 'Amazon', 'windows', 'android,amazon'])(
    'platform %j is not accepted',
    async (platform) => {
      const query = { ...twoDays, android_package: 'com.acme.rocket', platform }
      await expectBad(query, { platform: /amazon or android/ })
    },
  )
})

test('every bad parameter is named at once', async () => {
  await expectBad(
    {
      start_date: '2026-02-30',
      end_date: ['2026-03-01', '2026-03-02'],
      geo: 'xx',
      network: 'ad mob',
      group_by: 'day',
      app_store_id: 'x',
      platform: 'ios',
      creative_type: 'video',
      ad_tag: 'default',
      startdate: '1',
    },
    {
      start_date: accepts,
      end_date: /once/,
      geo: /"xx"/,
      network: /"ad mob"/,
      group_by: /"day"/,
      app_store_id: /"x"/,
      platform: /"ios"/,
      creative_type: /./,
      ad_tag: /./,
      startdate: /start_date/,
    },
  )
})

test('the detail repeats the errors', async () => {
  const response = await publisher.stats({ start_date: '2026-02-30', end_date: '2026-03-01' })
  const { detail, errors } = response.json()
  expect(detail).toContain(errors[0].parameter)
  expect(detail).toContain(errors[0].message)
})

test('HEAD is answered with the same headers and no body', async () => {
  const response = await publisher.server.send('HEAD', statsPath, acme)
  expect(response.statusCode).toBe(400)
  expect(response.body).toBe('')
})
