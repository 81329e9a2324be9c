import { expect, test } from 'vitest'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, studioKey } from './import-site.ts'

const site = renewSite(openSite)

const figures = (lines: readonly string[], more = {}) =>
  site.importLines([...lines], {
    columns: 'date,app_id,network,format,country,impressions,revenue',
    ...more,
  })
const cohorts = (lines: readonly string[]) =>
  site.importLines([...lines], {
    columns: 'date,app_id,source,channel,country,age,cohort_users,ad_revenue',
  })

async function answer(dimensions: string, metrics: string, more = {}) {
  const response = await site.server.get(
    '/api/v2/publisher/report',
    { start_date: '2026-03-01', end_date: '2026-03-04', dimensions, metrics, ...more },
    { authorization: `Bearer ${studioKey}` },
  )
  return { status: response.statusCode, body: JSON.parse(response.body) }
}

async function ask(dimensions: string, metrics: string, more = {}) {
  const { status, body } = await answer(dimensions, metrics, more)
  if (status !== 200) return body
  return body.data.map((row: object) => Object.values(row))
}

const metaOf = async (dimensions: string, metrics: string, more = {}) =>
  (await answer(dimensions, metrics, more)).body.meta

const install = '2026-03-01,zap-ios,max'

/** Of the first day, MAX tells 4 and networks 6; of the second, MAX tells nothing and networks 1. */
async function studioWithCohorts() {
  await figures([
    '2026-03-01,zap-ios,admob,banner,US,10,6',
    '2026-03-01,zap-ios,admob,banner,DE,10,0.5',
    '2026-03-02,zap-ios,admob,banner,US,10,1.25',
  ])
  await figures(['2026-03-01,zap-ios,admob,banner,US,10,4'], { as: 'max' })
  await cohorts([
    `${install},applovin,US,0,10,2`,
    `${install},applovin,US,1,10,3`,
    `${install},applovin,US,3,10,9`,
    `${install},tiktok,US,0,5,1`,
    `${install},tiktok,DE,0,5,1`,
  ])
}

test('booked revenue is divided by the cohorts that earned it, and the rest is a row', async () => {
  await studioWithCohorts()
  const all = await ask('date,channel', 'revenue,booked_factor')
  expect(all).toEqual([
    ['2026-03-01', 'applovin', 3, 1.5],
    ['2026-03-01', 'not_in_cohorts', 2, null],
    ['2026-03-01', 'tiktok', 1.5, 1.5],
    ['2026-03-02', 'applovin', 1, 1],
    ['2026-03-02', 'not_in_cohorts', 0.25, null],
  ])
  expect(await ask('age', 'revenue')).toEqual([
    ['0', 4.5],
    ['1', 1],
    ['not_in_cohorts', 2.25],
  ])
  expect(await ask('country', 'revenue')).toEqual([
    ['DE', 0.5],
    ['US', 7.25],
  ])
  expect(await ask('country,channel', 'revenue', { channel: 'tiktok,not_in_cohorts' })).toEqual([
    ['DE', 'not_in_cohorts', 0.5],
    ['US', 'not_in_cohorts', 1.75],
    ['US', 'tiktok', 1.5],
  ])
})

test('of many cohorts, the parts add up to the micro, and the rest has no rounding', async () => {
  await figures(['2026-03-01,zap-ios,admob,banner,US,10,1'])
  await figures(['2026-03-01,zap-ios,admob,banner,US,10,0.7'], { as: 'max' })
  await cohorts(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((channel) => `${install},${channel},US,0,1,0.1`),
  )
  const parts = await ask('channel', 'revenue')
  expect(parts).toHaveLength(7)
  expect(new Set(parts.map(([, revenue]: [string, number]) => revenue))).toEqual(
    new Set([0.142857, 0.142858]),
  )
  expect(await ask('month', 'revenue', { channel: 'a,b,c,d,e,f,g' })).toEqual([['2026-03-01', 1]])
})

test('a factor of cohorts whose revenue shrank is rounded as it is shown and compared', async () => {
  await figures(['2026-03-02,zap-ios,admob,banner,US,10,0.000001'])
  await figures(['2026-03-02,zap-ios,admob,banner,US,10,0.000002'], { as: 'max' })
  await cohorts([`${install},a,US,0,1,0.000005`, `${install},a,US,1,1,0.000002`])
  const having = (least: string) =>
    ask('channel', 'booked_factor', { channel: 'a', having: `booked_factor:gte:${least}` })
  expect(await having('0.333333')).toEqual([['a', 0.333333]])
  expect(await having('0.333334')).toEqual([])
})

test('rows without an age are asked for by its name', async () => {
  await studioWithCohorts()
  expect(await ask('age', 'revenue', { age: 'not_in_cohorts' })).toEqual([['not_in_cohorts', 2.25]])
  expect(await ask('age', 'revenue', { age_not: 'not_in_cohorts,1' })).toEqual([['0', 4.5]])
  const { unmatched } = await metaOf('age', 'revenue', { age: 'not_in_cohorts,77' })
  expect(unmatched).toEqual({ age: ['77'] })
  const { detail } = await ask('age', 'revenue', { age: 'none' })
  expect(detail).toContain('or not_in_cohorts')
})

test('other metrics and labels are refused beside it', async () => {
  await studioWithCohorts()
  for (const [dimensions, metrics, parameter] of [
    ['channel', 'revenue,impressions', 'metrics'],
    ['channel', 'revenue,cost', 'metrics'],
    ['network,channel', 'revenue', 'dimensions'],
    ['rung,channel', 'revenue', 'dimensions'],
    ['date', 'booked_factor', 'metrics'],
    ['source', 'revenue', 'dimensions'],
  ] as const) {
    const { errors } = await ask(dimensions, metrics)
    expect(errors, `${dimensions} ${metrics}`).toContainEqual(
      expect.objectContaining({ parameter }),
    )
  }
})
