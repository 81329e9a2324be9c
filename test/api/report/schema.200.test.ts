import { expect, test } from 'vitest'
import { metricNames } from '../../../src/reporting/question/vocabulary.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { reportPath, withKey } from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher, rival } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

const schema = (query = {}, headers: Record<string, string> = withKey(acme.key)) =>
  publisher.server.get(`${reportPath}/schema`, query, headers)

test('the schema has dimensions, metrics, and the values of the figures', async () => {
  const body = (await schema()).json()
  expect(body).toMatchObject({ currency: 'USD', first_day: '2026-02-20', last_day: '2026-03-05' })
  expect(body.dimensions.find(({ name }: { name: string }) => name === 'ad_format')).toEqual({
    name: 'ad_format',
    type: 'text',
    filter: 'ad_format',
    description: 'An ad format.',
  })
  const metric = (name: string) => body.metrics.find((one: { name: string }) => one.name === name)
  expect(metric('revenue')).toMatchObject({
    type: 'decimal',
    unit: 'currency',
    decimals: 6,
    sums: 'sum',
    nullable: true,
    always_reported: true,
  })
  expect(metric('ctr')).toMatchObject({
    type: 'decimal',
    unit: 'fraction',
    decimals: 6,
    sums: 'ratio of sums',
    nullable: true,
    always_reported: false,
  })
  expect(body.metrics.map(({ name }: { name: string }) => name)).toEqual(metricNames)
  expect(body.values).toMatchObject({
    network: ['admob', 'applovin', 'chartboost', 'mintegral', 'ownnet', 'unityads', 'vungle'],
    ad_format: ['banner', 'interstitial', 'native', 'rewarded', 'video'],
    country: ['DE', 'FR', 'JP', 'US'],
    ad_tag: ['default', 'menu'],
  })
  expect(body.values.app_id).toContainEqual({ app_id: 'zq', app_name: 'Zoo Quiz', platform: 'ios' })
  expect(body.values.app_id).toHaveLength(8)
})

test('another account has other values', async () => {
  const body = (await schema({}, withKey(rival.key))).json()
  expect([body.currency, body.values.network]).toEqual(['EUR', ['ownnet']])
})

test('it has an ETag, and no parameters', async () => {
  const { headers } = await schema()
  const known = { ...withKey(acme.key), 'if-none-match': headers.etag as string }
  expect((await schema({ developer: 'acme' }, known)).statusCode).toBe(304)
  expectProblem(await schema({ country: 'US' }), 400, 'bad_parameters', { country: /has none/ })
})
