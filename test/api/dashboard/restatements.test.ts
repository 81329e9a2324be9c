import { beforeAll, describe, expect, test } from 'vitest'
import { deleteFigures } from '../../../src/use-cases/delete-figures.ts'
import { setFinality } from '../../../src/use-cases/set-finality.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import type { EarlierFiguresAnswer, RestatementsAnswer } from '../../../web/src/api/wire.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { openRestatedSite, reportAsAdMob, reportThrice } from '../../fixtures/restated-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const days = { start_date: '2026-03-01', end_date: '2026-03-13' }

const site = shareSite(openRestatedSite)
/** Times between the imports. */
const instants: string[] = []

beforeAll(async () => {
  instants.push(...(await reportThrice(site)))
})

const restatements = async (query: Query = {}): Promise<RestatementsAnswer> => {
  const response = await site.visitor.get('/restatements', { ...days, ...query })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

describe('restatements', () => {
  test('tell what each network changed, and how far its days drifted by age', async () => {
    const found = await restatements()
    expect(found).toMatchObject({ account: 'acme', currency: 'USD', ...days, restated_days: 2 })
    const [admob, unity] = found.networks
    expect(admob).toMatchObject({
      network: 'admob',
      days: 2,
      restated_days: 2,
      last_age_days: 3,
      final_after_days: 45,
      first_micros: 350_000_000,
      restated_micros: 4_600_001,
      other_micros: 0,
      now_micros: 354_600_001,
      ratio: 0.013143,
    })
    expect(admob!.drifts).toEqual([
      { age_days: 1, days: 1, first_micros: 200_000_000, restated_micros: 0, ratio: 0 },
      {
        age_days: 2,
        days: 2,
        first_micros: 350_000_000,
        restated_micros: 2_000_000,
        ratio: 0.005714,
      },
      {
        age_days: 3,
        days: 2,
        first_micros: 350_000_000,
        restated_micros: 4_600_001,
        ratio: 0.013143,
      },
      {
        age_days: 4,
        days: 1,
        first_micros: 150_000_000,
        restated_micros: 1_000_000,
        ratio: 0.006667,
      },
    ])
    // Another app that comes later is no restatement.
    expect(unity).toMatchObject({
      network: 'unityads',
      days: 1,
      restated_days: 0,
      last_age_days: null,
      first_micros: 40_000_000,
      restated_micros: 0,
      ratio: 0,
    })
  })

  test('list the days with the greatest ones, and the imports of each', async () => {
    const found = await restatements()
    expect(found.days.map(({ date, network }) => `${date} ${network}`)).toEqual([
      ...['2026-03-09 admob', '2026-03-08 admob'],
    ])
    const [ninth, eighth] = found.days
    expect(ninth).toMatchObject({
      first: { revenue_micros: 200_000_000 },
      restated: { revenue_micros: 3_600_001 },
      ratio: 0.018,
      more_steps: 0,
    })
    expect(ninth!.steps).toMatchObject([
      { import: 1, age_days: 1, first: { revenue_micros: 200_000_000 }, restated: null },
      { import: 2, age_days: 2, restated: { revenue_micros: 2_000_000 } },
      { import: 3, age_days: 3, restated: { revenue_micros: 1_600_001 } },
    ])
    // The import that was undone, and its undo.
    expect(eighth).toMatchObject({
      restated: { revenue_micros: 1_000_000 },
      other: { revenue_micros: 0 },
      now: { revenue_micros: 151_000_000, impressions: 2_000 },
    })
    expect(eighth!.steps.map((step) => step.import)).toEqual([1, 2])
    expect((await restatements({ limit: '1' })).days).toEqual([ninth])
    expect(await restatements({ limit: '1' })).toMatchObject({ restated_days: 2 })
  })

  test('are of the filtered apps, platforms and networks', async () => {
    const shown = async (query: Query) =>
      (await restatements(query)).networks.map(({ network, restated_micros: micros }) => [
        network,
        micros,
      ])
    expect(await shown({ network: 'UNITYADS' })).toEqual([['unityads', 0]])
    expect(await shown({ app_id: 'hop-android' })).toEqual([
      ['admob', 0],
      ['unityads', 0],
    ])
    expect(await shown({ platform: 'ios', network: 'admob' })).toEqual([['admob', 4_600_001]])
    expect(await shown({ end_date: '2026-03-08' })).toEqual([['admob', 1_000_000]])
    expect(await shown({ ...days, end_date: '2026-03-07' })).toEqual([])
  })

  test('are of whole slices: filters of formats and countries are ignored', async () => {
    const all = await restatements()
    expect(await restatements({ ad_format: 'video', country: 'US' })).toEqual(all)
  })

  test('have parts that add up to what the report endpoint gives', async () => {
    for (const query of [{}, { app_id: 'hop-ios' }, { network: 'admob' }]) {
      const { networks } = await restatements(query)
      const asked = { ...days, dimensions: 'network', metrics: 'revenue_micros', ...query }
      const { data } = (await site.ask(asked)).json()
      expect(
        networks.map(
          ({ network, first_micros: first, restated_micros: more, other_micros: other }) => ({
            network,
            revenue_micros: Number(first) + Number(more) + Number(other),
          }),
        ),
      ).toEqual(data)
      expect(networks.map(({ now_micros: now }) => now)).toEqual(
        data.map((one: { revenue_micros: number }) => one.revenue_micros),
      )
    }
  })

  test('never show another account', async () => {
    const { body } = await site.visitor.get('/restatements', days)
    expect(body).not.toMatch(/777|rival/)
    const answer = await site.visitor.get('/restatements', { ...days, app_id: 'rival-ios' })
    expectProblem(answer, 404, 'unknown_app')
  })

  test.each<[Query, RegExp]>([
    [{ start_date: undefined }, /first day/],
    [{ start_date: '2026-03-14' }, /./],
    [{ limit: '0' }, /1 to 500/],
    [{ limit: '501' }, /1 to 500/],
    [{ network: 'ad-mob' }, /network identifiers/],
    [{ platform: 'windows' }, /ios, android or amazon/],
  ])('refuse %o', async (query, why) => {
    const response = await site.visitor.get('/restatements', { ...days, ...query })
    expect(response.statusCode).toBe(400)
    expect(response.body).toMatch(why)
  })
})

describe('figures as of an earlier time', () => {
  const earlier = async (as_of: string, query: Query = {}): Promise<EarlierFiguresAnswer> => {
    const response = await site.visitor.get('/earlier-figures', { ...days, as_of, ...query })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  test('are those of the report endpoint then and now; what nobody had reported is unknown', async () => {
    expect(instants).toHaveLength(6)
    for (const as_of of instants) {
      for (const query of [{}, { app_id: 'hop-android' }, { country: 'US', platform: 'ios' }]) {
        const found = await earlier(as_of, query)
        const asked = { ...days, dimensions: 'network', metrics: 'revenue_micros', ...query }
        const read = async (more: Query) => {
          const { data } = (await site.ask({ ...asked, ...more })).json()
          return new Map(
            data.map((one: { network: string; revenue_micros: number }) => [
              one.network,
              one.revenue_micros,
            ]),
          )
        }
        const [then, now] = [await read({ as_of }), await read({})]
        const names = [...new Set([...then.keys(), ...now.keys()])].sort()
        expect(
          found.networks.map(({ network, earlier, now }) => [
            network,
            earlier?.revenue_micros ?? null,
            now?.revenue_micros ?? null,
          ]),
        ).toEqual(names.map((name) => [name, then.get(name) ?? null, now.get(name) ?? null]))
      }
    }
  })

  test('have the change, and none where a side is unknown', async () => {
    const before = await earlier(instants[0]!)
    expect(before).toMatchObject({ state_at: null, as_of: instants[0] })
    expect(before.networks).toMatchObject([
      { network: 'admob', earlier: null, change_micros: null, change_ratio: null },
      { network: 'unityads', earlier: null, change_micros: null, change_ratio: null },
    ])
    const [admob] = (await earlier(instants[1]!)).networks
    expect(admob).toMatchObject({
      earlier: { revenue_micros: 350_000_000 },
      now: { revenue_micros: 354_600_001 },
      change_micros: 4_600_001,
      change_ratio: 0.013143,
    })
    const future = await earlier('2099-01-01T00:00:00Z')
    expect(future.networks.map(({ change_micros: change }) => change)).toEqual([0, 0])
  })

  test.each(['', '2026-03-11', '2026-03-11T12:00:00', 'yesterday', '2026-02-30T00:00:00Z'])(
    'refuse the time "%s"',
    async (as_of) => {
      const response = await site.visitor.get('/earlier-figures', { ...days, as_of })
      expectProblem(response, 400, 'bad_parameters', { as_of: /RFC 3339/ })
    },
  )
})

test('a deletion is an other change, and a day without figures is unknown', async () => {
  await site.installation.call(setFinality, { network: 'unityads', days: 2 })
  await site.report(['03-09 hop-android unityads 11'])
  site.installation.pass(1)
  await site.installation.call(deleteFigures, {
    account: 'acme',
    network: 'unityads',
    startDate: '2026-03-09',
    endDate: '2026-03-09',
  })
  const { networks, days: listed } = await restatements({ network: 'unityads' })
  expect(networks).toMatchObject([
    {
      first_micros: 40_000_000,
      restated_micros: 1_000_000,
      other_micros: -41_000_000,
      now_micros: null,
      last_age_days: 4,
      final_after_days: 2,
    },
  ])
  expect(listed).toMatchObject([{ network: 'unityads', now: null }])
})

test('a network’s own report after another source’s is no restatement, and its next one is', async () => {
  await site.report(['03-12 hop-ios admob 100', '03-12 hop-android admob 50'])
  expect(await reportAsAdMob(site, '103')).toMatchObject({ source: 'admob' })
  const asked = { start_date: '2026-03-12', end_date: '2026-03-12' }
  const first = await restatements(asked)
  expect(first.networks).toMatchObject([
    {
      first_micros: 150_000_000,
      restated_days: 0,
      restated_micros: 0,
      replaced_days: 1,
      other_micros: 3_000_000,
      now_micros: 153_000_000,
      last_age_days: null,
    },
  ])
  expect(first.days).toEqual([])
  await reportAsAdMob(site, '104')
  // An undo brings back the figures of the report before it, and of that report's source.
  const { import: undone } = await reportAsAdMob(site, '90')
  await site.installation.call(undoImport, { id: undone! })
  await reportAsAdMob(site, '104.5')
  const found = await restatements(asked)
  expect(found.networks).toMatchObject([
    { restated_days: 1, restated_micros: 1_500_000, other_micros: 3_000_000 },
  ])
  expect(found.days[0]!.steps.map(({ restated, replaced }) => [restated, replaced])).toMatchObject([
    [null, null],
    [null, { source: 'adtally', revenue_micros: 3_000_000 }],
    [{ revenue_micros: 1_000_000 }, null],
    [{ revenue_micros: 500_000 }, null],
  ])
})
