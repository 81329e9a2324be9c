import { beforeAll, describe, expect, test } from 'vitest'
import { countries } from '../../../src/values/country.ts'
import { addDays, dayOf, formatDay } from '../../../src/values/day.ts'
import { fixedNow } from '../../fixtures/installation.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { asking, jsonOf, rowsOf } from '../../fixtures/report-endpoint.ts'
import { serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openV2Publisher } from '../../fixtures/v2-publisher.ts'
import { arrowCells, parquetCells } from '../../formats/binary-cells.ts'

const publisher = shareSite(openV2Publisher)
const ask = asking(publisher)
beforeAll(async () => {
  await publisher.installation.importFigures([
    { ...shown, date: '2024-02-28', app_id: '31', impressions: 10, clicks: 1, revenue: '1' },
    { ...shown, date: '2024-02-29', app_id: '31', impressions: 30, clicks: 3, revenue: '2' },
    { ...shown, date: '2025-02-28', app_id: '31', impressions: 20, clicks: 0, revenue: '4.5' },
  ])
})

const shown = { network: 'ownnet', format: 'video', country: 'US' }
const march2 = { start_date: '2026-03-02', end_date: '2026-03-02' }

test('a change with more digits than decimal types have is null in every format', async () => {
  const { importFigures } = publisher.installation
  const of = (date: string, impressions: (nth: number) => number, revenue: string) =>
    countries.slice(0, 200).map((country, nth) => ({
      ...shown,
      date,
      app_id: '31',
      country,
      impressions: impressions(nth),
      revenue,
    }))
  await importFigures([
    ...of('2023-05-01', () => 999_999_999_999_999, '0.000001'),
    ...of('2023-05-02', (nth) => Number(nth === 0), '9999999999.999999'),
  ])
  const question = {
    start_date: '2023-05-02',
    end_date: '2023-05-02',
    app_id: '31',
    dimensions: 'network',
    metrics: 'revenue,ecpm',
    compare: 'previous_period',
  }
  // Revenue is 10^16 times as much, less 2. Its eCPM is 2 × 10^33 times as much: 40 digits with 6 decimals.
  const revenue = ['1999999999999.9998', '0.0002', '9999999999999998']
  const cells = ['ownnet', ...revenue, '1999999999999999.8', '0']
  const csv = await ask({ ...question, format: 'csv' })
  expect(csv.body.split('\r\n')[1]).toBe(`${cells.join(',')},`)
  const [row] = rowsOf(await ask(question))
  expect([row![3], row!.at(-1)]).toEqual([9_999_999_999_999_998, null])
  for (const [format, cellsOf] of [
    ['arrow', arrowCells],
    ['parquet', parquetCells],
  ] as const) {
    const { rows } = await cellsOf(await ask({ ...question, format }))
    expect(rows).toEqual([[...cells, null]])
  }
})

describe('compare', () => {
  test('adds the previous value, its change and the compared day', async () => {
    const response = await ask({
      ...march2,
      dimensions: 'date,network',
      metrics: 'revenue,clicks,ctr',
      compare: 'previous_period',
    })
    const { meta, totals, data } = jsonOf(response)
    expect(meta.compare).toEqual({ start_date: '2026-03-01', end_date: '2026-03-01' })
    // admob: 0.000005 after 2.039997; 1 click of 3 after 7 of 704; 1/3 after 7/704 is +32.523809…
    expect(data[0]).toEqual({
      date: '2026-03-02',
      previous_date: '2026-03-01',
      network: 'admob',
      revenue: 0.000005,
      previous_revenue: 2.039997,
      change_revenue: -0.999998,
      clicks: 1,
      previous_clicks: 7,
      change_clicks: -0.857143,
      ctr: 0.333333,
      previous_ctr: 0.009943,
      change_ctr: 32.52381,
    })
    // -0.499995 after 20.104997, 2 clicks after 24.
    expect(totals).toMatchObject({
      revenue: -0.499995,
      previous_revenue: 20.104997,
      change_revenue: -1.024869,
      clicks: 2,
      previous_clicks: 24,
      change_clicks: -0.916667,
    })
  })

  test('previous_year lays 29 February over 28 February', async () => {
    const question = {
      dimensions: 'date',
      metrics: 'revenue',
      compare: 'previous_year',
      app_id: '31',
    }
    const days = { start_date: '2025-02-28', end_date: '2025-02-28' }
    const { meta, data } = jsonOf(await ask({ ...question, ...days }))
    expect(meta.compare).toEqual({ start_date: '2024-02-28', end_date: '2024-02-29' })
    expect(data).toEqual([
      {
        date: '2025-02-28',
        previous_date: '2024-02-28',
        revenue: 4.5,
        previous_revenue: 3,
        change_revenue: 0.5,
      },
    ])
    const leap = { start_date: '2024-02-29', end_date: '2024-02-29' }
    expect(jsonOf(await ask({ ...question, ...leap })).meta.compare).toEqual({
      start_date: '2023-02-28',
      end_date: '2023-02-28',
    })
  })

  test('compare_days=reported compares only days that a network reported in both ranges', async () => {
    const question = { ...march2, metrics: 'impressions', compare: 'previous_period' }
    const response = await ask({ ...question, dimensions: 'network', compare_days: 'reported' })
    // Chartboost reported only 1 March, so it is in neither range.
    expect(rowsOf(response)).toEqual([
      ['admob', 3, 3, 704, -0.995739],
      ['ownnet', 100, 100, 1810, -0.944751],
    ])
    const { meta, totals } = jsonOf(response)
    expect(Object.keys(jsonOf(response).data[0]!)).toEqual([
      ...['network', 'impressions', 'compared_impressions'],
      ...['previous_impressions', 'change_impressions'],
    ])
    expect(meta.compare).toEqual({
      start_date: '2026-03-01',
      end_date: '2026-03-01',
      days: 'reported',
    })
    // (103 − 2514) ÷ 2514
    expect(totals).toEqual({
      impressions: 103,
      compared_impressions: 103,
      previous_impressions: 2514,
      change_impressions: -0.959029,
    })
  })
})

describe('fill=dates', () => {
  test('has a row for every day: 0 where it was reported without figures, null where it was not', async () => {
    const question = { dimensions: 'date,country', metrics: 'impressions,revenue', fill: 'dates' }
    const response = await ask({ ...question, network: 'ownnet', end_date: '2026-03-03' })
    expect(rowsOf(response)).toEqual([
      ['2026-03-01', 'DE', 300, 0.3],
      ['2026-03-01', 'US', 1510, 13.765],
      ['2026-03-02', 'DE', 0, 0],
      ['2026-03-02', 'US', 100, -0.5],
      ['2026-03-03', 'DE', null, null],
      ['2026-03-03', 'US', null, null],
    ])
  })

  test('fills weeks and months too, in pages', async () => {
    const question = { dimensions: 'month', metrics: 'impressions', fill: 'dates' }
    const days = { start_date: '2026-01-01', end_date: '2026-04-30' }
    const whole = await ask({ ...question, ...days })
    expect(rowsOf(whole)).toEqual([
      ['2026-01-01', null],
      ['2026-02-01', 3],
      ['2026-03-01', 2848],
      ['2026-04-01', null],
    ])
    const first = jsonOf(await ask({ ...question, ...days, limit: '3' }))
    const last = jsonOf(await ask({ ...question, ...days, limit: '3', cursor: first.next_cursor! }))
    expect([...first.data, ...last.data]).toEqual(jsonOf(whole).data)
  })

  test('refuses more rows than an engine holds', async () => {
    const tags = Array.from({ length: 1_367 }, (_, index) => `placement${index}`)
    const figure = { ...shown, date: '2020-01-01', app_id: '31', impressions: 1, revenue: '0' }
    await publisher.installation.importFigures(tags.map((tag) => ({ ...figure, ad_tag: tag })))
    const days = { start_date: '2018-01-01', end_date: '2028-01-07', limit: '1' }
    const question = { dimensions: 'date,ad_tag', fill: 'dates', network: 'ownnet' }
    expectProblem(await ask({ ...days, ...question }), 400, 'bad_parameters', {
      fill: /would make 50\d{5} rows; at most 5000000/,
    })
    const asked = [
      { ...question, end_date: '2020-01-02' },
      { ...question, dimensions: 'month,ad_tag' },
      { ...question, dimensions: 'date' },
    ]
    for (const one of asked) expect((await ask({ ...days, ...one })).statusCode).toBe(200)
  })
})

describe('compare_days=reported', () => {
  const [before, yesterday, now] = [-2, -1, 0].map((days) =>
    formatDay(addDays(dayOf(fixedNow.getTime()), days)),
  ) as [string, string, string]
  const question = {
    start_date: yesterday,
    end_date: now,
    compare: before,
    compare_days: 'reported',
    network: 'lately',
    dimensions: 'date',
    metrics: 'impressions',
  }
  beforeAll(async () => {
    const figure = { ...shown, app_id: '31', network: 'lately', revenue: '0' }
    await publisher.installation.importFigures([
      { ...figure, date: before, impressions: 10 },
      { ...figure, date: yesterday, impressions: 15 },
      { ...figure, date: now, impressions: 1 },
    ])
  })
  /** Asks a server whose clock is some days ahead. */
  const askAfter = async (
    days: number,
    query: typeof question & { [name: string]: string },
    headers = {},
  ) => {
    const today = () => addDays(dayOf(fixedNow.getTime()), days)
    const server = serveReports(publisher.installation, { today })
    try {
      return await asking({ server })(query, headers)
    } finally {
      await server.close()
    }
  }
  const isOpen = [
    [yesterday, before, 15, 15, 10, 0.5],
    [now, yesterday, 1, null, null, null],
  ]
  const isOver = [isOpen[0], [now, yesterday, 1, 1, 15, -0.933333]]

  test('leaves out today, which is not over', async () => {
    expect(rowsOf(await ask(question))).toEqual(isOpen)
  })

  test('leaves out days whose other day is not over', async () => {
    const days = { start_date: before, end_date: yesterday, compare: yesterday }
    expect(rowsOf(await ask({ ...question, ...days }))).toEqual([
      [before, yesterday, 10, 10, 15, -0.333333],
      [yesterday, now, 15, null, null, null],
    ])
  })

  test('compares a day once it is over: with another ETag, and not on the pages of before', async () => {
    const whole = await ask(question)
    const etag = { 'if-none-match': whole.headers.etag as string }
    expect((await askAfter(0, question, etag)).statusCode).toBe(304)
    const later = await askAfter(1, question, etag)
    expect(later.statusCode).toBe(200)
    expect(rowsOf(later)).toEqual(isOver)
    const again = { 'if-none-match': later.headers.etag as string }
    expect((await askAfter(2, question, again)).statusCode).toBe(304)

    const first = jsonOf(await ask({ ...question, limit: '1' }))
    const second = { ...question, limit: '1', cursor: first.next_cursor! }
    expect(rowsOf(await askAfter(0, second))).toEqual([isOpen[1]])
    expectProblem(await askAfter(1, second), 410, 'cursor_expired')
  })

  test('as_of compares the days that were over then', async () => {
    const asked = { ...question, as_of: fixedNow.toISOString() }
    expect(rowsOf(await askAfter(5, asked))).toEqual(isOpen)
    const dayAfter = { ...question, as_of: new Date(fixedNow.getTime() + 86_400_000).toISOString() }
    expect(rowsOf(await askAfter(5, dayAfter))).toEqual(isOver)
    // Days that are still to come are not over, whatever is asked.
    expect(rowsOf(await ask(dayAfter))).toEqual(isOpen)
  })

  test('has no previous_date where the other month has no such day', async () => {
    const figure = { ...shown, app_id: '31', network: 'monthly', revenue: '0' }
    await publisher.installation.importFigures([
      { ...figure, date: '2025-04-30', impressions: 10 },
      { ...figure, date: '2025-05-30', impressions: 15 },
      { ...figure, date: '2025-05-31', impressions: 20 },
    ])
    const may = {
      ...question,
      network: 'monthly',
      compare: 'previous_month',
      start_date: '2025-05-30',
      end_date: '2025-05-31',
    }
    const rows = [
      ['2025-05-30', '2025-04-30', 15, 15, 10, 0.5],
      ['2025-05-31', null, 20, null, null, null],
    ]
    expect(rowsOf(await ask(may))).toEqual(rows)
    const { compare_days: _, ...all } = may
    expect(rowsOf(await ask(all))).toEqual([
      ['2025-05-30', '2025-04-30', 15, 10, 0.5],
      ['2025-05-31', '2025-04-30', 20, null, null],
    ])
    const texts = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
    expect((await arrowCells(await ask({ ...may, format: 'arrow' }))).rows).toEqual(texts)
    expect((await parquetCells(await ask({ ...may, format: 'parquet' }))).rows).toEqual(texts)
  })

  test('a page over midnight has a cursor for the days that it compares', async () => {
    let reads = 0
    const today = () => addDays(dayOf(fixedNow.getTime()), reads++ === 0 ? 0 : 1)
    const server = serveReports(publisher.installation, { today })
    try {
      const first = jsonOf(await asking({ server })({ ...question, limit: '1' }))
      const second = { ...question, limit: '1', cursor: first.next_cursor! }
      expect(rowsOf(await askAfter(0, second))).toEqual([isOpen[1]])
      expectProblem(await askAfter(1, second), 410, 'cursor_expired')
    } finally {
      await server.close()
    }
  })
})
